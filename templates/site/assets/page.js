// Everything here makes pages easier to use; without it all of them can be read.
"use strict";

const page = document.body.dataset;
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const one = (selector, within = document) => within.querySelector(selector);

/** An element with text in it: what comes from a catalog is text, never markup. */
function element(name, text = "", attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** A script, once: pages opened as files can load one, and nothing else. */
const loaded = new Map();
function load(source) {
  if (!loaded.has(source)) {
    loaded.set(source, new Promise((resolve, reject) => {
      const script = element("script", "", { src: source });
      script.onload = resolve;
      script.onerror = () => {
        loaded.delete(source); // it may work the next time
        reject(new Error(source));
      };
      document.head.append(script);
    }));
  }
  return loaded.get(source);
}

/** What a page is set to, kept behind the `#` of its address. */
const state = {
  read: () => new URLSearchParams(location.hash.slice(1)),
  /** Sets an object, or pairs with repeated keys. Typing replaces what is there, so that one step back is one choice back. */
  write(values, typing = false) {
    const next = new URLSearchParams();
    for (const [key, value] of Array.isArray(values) ? values : Object.entries(values)) if (value) next.append(key, value);
    const text = `#${next}`;
    if (text === (location.hash || "#")) return;
    // An empty one would leave a lone # behind, and scroll to the top.
    history[typing ? "replaceState" : "pushState"](null, "", text === "#" ? location.href.split("#")[0] : text);
  },
};

/** One of two themes; the system's own is not a choice that is kept. */
function theme() {
  const button = one("button.theme");
  button.hidden = false;
  button.addEventListener("click", () => {
    const root = document.documentElement;
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const next = (root.dataset.theme || system) === "dark" ? "light" : "dark";
    if (next === system) delete root.dataset.theme;
    else root.dataset.theme = next;
    try {
      if (next === system) localStorage.removeItem("theme");
      else localStorage.setItem("theme", next);
    } catch {
      // It holds for this page, then.
    }
  });
}

/** The page in the other language is set to the same. */
function language() {
  const link = one("a.language");
  for (const kind of ["click", "auxclick"]) link.addEventListener(kind, () => (link.hash = location.hash));
}

function copying() {
  for (const button of all("button.copy")) {
    button.hidden = false;
    const says = button.textContent;
    button.addEventListener("click", async () => {
      const code = one("pre code", button.parentElement);
      try {
        await navigator.clipboard.writeText(code.textContent);
      } catch {
        // Pages opened as files have no clipboard of their own: the old way.
        const range = document.createRange();
        range.selectNodeContents(code);
        getSelection().removeAllRanges();
        getSelection().addRange(range);
        document.execCommand("copy");
      }
      button.textContent = page.copied;
      setTimeout(() => (button.textContent = says), 1500);
    });
  }
}
