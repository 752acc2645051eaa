// The search box.

/** So many results are looked through; more words find fewer. */
const MOST = 24;

/** So many of the best results keep their order. */
const BEST = 3;

/** Results by their groups, each group where its first result is. The best ones come first, so their groups can be there twice. */
function arranged(titles) {
  const groups = [];
  let first = 0;
  titles.forEach((it, at) => {
    if (at < BEST) first = Math.max(groups.length - 1, 0);
    const group = groups.slice(first).find(([name]) => name === it[2]);
    if (group) group[1].push(it);
    else groups.push([it[2], [it]]);
  });
  return groups;
}

function searching() {
  const box = one(".search");
  const input = one("#search");
  const panel = one(".found", box);
  const results = one("#results");
  const says = one("[role=status]", panel);
  let options = [];
  let chosen = -1;
  let listed = ""; // what the options are results of
  box.hidden = false;

  const close = () => {
    panel.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const choose = (number) => {
    if (!options.length) return;
    chosen = (number + options.length) % options.length;
    options.forEach((it, at) => it.setAttribute("aria-selected", String(at === chosen)));
    input.setAttribute("aria-activedescendant", options[chosen].id);
    options[chosen].scrollIntoView({ block: "nearest" });
  };
  const list = (found) => {
    options = [];
    results.replaceChildren();
    for (const [name, its] of arranged(found)) {
      const group = element("div", "", { role: "group", "aria-label": name });
      group.append(element("div", name, { class: "heading", role: "presentation" }));
      for (const [title, path, , about] of its) {
        const link = element("a", title, { role: "option", id: `result-${options.length}`, href: page.home + path.replace(/#|$/, ".html$&"), tabindex: "-1", "aria-selected": "false" });
        if (about && about !== title) link.append(element("small", about));
        group.append(link);
        options.push(link);
      }
      results.append(group);
    }
  };
  const show = async () => {
    const asked = input.value.trim();
    if (!asked) return close();
    const { titles, notes, found } = await answered(asked, MOST).catch(() => ({ titles: [], notes: [page.failed] }));
    if (asked !== input.value.trim()) return; // it took its time, and is old
    listed = asked;
    list(titles);
    if (found > titles.length) notes.push(page.cut.replace("{$shown}", titles.length).replace("{$found}", found));
    says.textContent = found === 0 ? page.nothing : notes.join(" ");
    close();
    panel.hidden = false;
    results.hidden = !options.length;
    input.setAttribute("aria-expanded", String(!results.hidden));
    choose(0);
  };

  const open = async () => {
    if (listed !== input.value.trim()) await show();
    if (listed === input.value.trim()) options[chosen]?.click();
  };

  input.addEventListener("focus", () => load(page.index).catch(() => {}));
  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return; // the key is for the input method
    const closed = panel.hidden;
    if (event.key === "Tab") return close();
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (closed) show();
      else choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Enter" && input.value.trim() && (!closed || listed !== input.value.trim())) open();
    else if (event.key === "Escape") {
      if (closed) input.blur();
      close();
    } else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, select, textarea");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
    show();
  });
  // A result can be on this page.
  document.addEventListener("click", (event) => {
    if (!box.contains(event.target) || event.target.closest("[role=option]")) close();
  });
}
