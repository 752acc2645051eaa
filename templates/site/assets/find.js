// How pages are found in the index.

/** A name is the same in large and small letters, with `_` and with `-`; a number however it is grouped. */
const flat = (text) => text.toLowerCase().replaceAll("_", "-").replace(/(\d),(?=\d{3})/g, "$1");

/** Words, and every two Chinese characters that follow each other: as the index has them. */
function tokens(text) {
  const found = [];
  for (const word of flat(text).split(/[^\p{L}\p{N}-]+/u)) {
    const chinese = [...word].filter((c) => c > "\u007f");
    if (chinese.length) found.push(...(word.match(/[a-z0-9]+/g) || []));
    else found.push(word.replace(/^-+|-+$/g, ""));
    if (chinese.length === 1) found.push(chinese[0]);
    for (let at = 1; at < chinese.length; at++) found.push(chinese[at - 1] + chinese[at]);
  }
  return found.filter(Boolean);
}

/** What a word counts for: in a title, in words that people search for, in a heading, in the subject of a page, on a page, in legal text. */
const WEIGHTS = [8, 8, 3, 1, 0.2, 0.1];

/** A word that is only begun is looked up as so many words, the shortest first. */
const BEGUN = 64;

/** The index, with all its words; its other parts are loaded when they are needed. */
async function opened() {
  await load(page.index);
  const index = window.gatewrightIndex;
  if (index.words) return index;
  const [words, places] = [[], []];
  for (const text of index.terms.split(" ")) {
    const last = [...(words[words.length - 1] || "")];
    words.push(last.slice(0, parseInt(text[0], 36)).join("") + text.slice(1, -1));
    places.push(parseInt(text[text.length - 1], 36));
  }
  return Object.assign(index, { words, places, lists: [], titles: [], known: new Set(words) });
}

/** Values of the index by their numbers: those of the first kind are the pages of words, of the second their titles. */
async function values(index, kind, numbers) {
  const [starts, files, parts] = [index.starts[kind], index.files[kind], kind ? index.titles : index.lists];
  const part = (number) => starts.findLastIndex((it) => it <= number);
  await Promise.all([...new Set(numbers.map(part))].map((it) => load(page.root + files[it])));
  return numbers.map((number) => {
    const its = parts[part(number)];
    const value = its[number - starts[part(number)]];
    return typeof value === "number" ? its[value] : value;
  });
}

/** The numbers of the words that begin like a word. */
function beginning(index, word) {
  const found = [];
  index.words.forEach((it, at) => it.startsWith(word) && found.push(at));
  return found.sort((a, b) => index.words[a].length - index.words[b].length).slice(0, BEGUN);
}

/** The pages that have a word, or one that begins with it, and what it counts for there. */
async function having(index, word) {
  const [found, numbers] = [new Map(), beginning(index, word)];
  const lists = await values(index, 0, numbers);
  let common = false;
  numbers.forEach((number, nth) => {
    const term = index.words[number];
    // A title says most, unless much of its word is missing: "model" may mean "models", "sla" hardly means "slash".
    const near = term.length <= word.length + 1;
    common ||= near && index.places[number] > 9;
    lists[nth].split(";").forEach((steps, place) => {
      const weight = Math.min(WEIGHTS[place], near ? 8 : 4);
      const score = weight + (term === word ? Math.min(4 * weight, 4) : 0);
      let at = -1;
      for (const step of steps ? steps.split(" ") : []) {
        const [by, times] = step.split("*").map((it) => parseInt(it, 36));
        for (let left = times || 1; left; left--) {
          at += by;
          found.set(at, Math.max(found.get(at) || 0, score));
        }
      }
    });
  });
  return { found, common };
}

/** The pages that have so many of the words, the best first. What is far behind the best was not meant. */
function ranked(words, many) {
  const all = [...new Set(words.flatMap((it) => [...it.found.keys()]))].map((page) => [
    page,
    // A word that nearly every page has is no reason to leave one out.
    words.filter((it) => it.common || it.found.has(page)).length,
    words.reduce((sum, it) => sum + (it.found.get(page) || 0), 0),
  ]);
  const enough = all.filter((it) => it[1] >= many);
  const best = Math.max(...enough.map((it) => it[2]));
  return enough.filter((it) => it[2] >= best / 8).sort((a, b) => b[1] - a[1] || b[2] - a[2] || a[0] - b[0]).map((it) => it[0]);
}

/** Letters that are wrong, missing or too many, or that changed places: in all of a term, and in its beginning. */
function distances(word, term) {
  let [before, row] = [[], [...Array(term.length + 1).keys()]];
  for (let i = 1; i <= word.length; i++) {
    const next = [i];
    for (let j = 1; j <= term.length; j++) {
      next[j] = Math.min(row[j - 1] + (word[i - 1] !== term[j - 1]), row[j] + 1, next[j - 1] + 1);
      if (i > 1 && j > 1 && word[i - 1] === term[j - 2] && word[i - 2] === term[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return [row[term.length], Math.min(...row)];
}

/** The word that was meant: the nearest one, rather a whole one, and one in a title. */
function meant(index, word) {
  const most = word.length < 8 ? 1 : 2;
  if (!/^[a-z-]{4,}$/.test(word)) return undefined;
  const likely = index.words.flatMap((term, at) => {
    if (term.length < word.length - most) return [];
    const [whole, begun] = distances(word, term);
    return whole <= most || (begun <= 1 && word.length > 4) ? [[term, Math.min(whole, begun + 1.5), index.places[at] % 10, whole]] : [];
  });
  return likely.sort((a, b) => a[1] - b[1] || a[2] - b[2] || a[3] - b[3]).map((it) => it[0])[0];
}

/** The models table with the filters that a query consists of, as a result; `undefined` if the query says anything else. */
function filtered(index, query) {
  if (!index.models) return undefined;
  const { words, sets, context, colon, page: [title, path, group, about] } = index.models;
  const [can, labels] = [new Set(), []];
  let [left, size, sort, alone] = [` ${flat(query).replace(/[^\p{L}\p{N}.]+/gu, " ").replace(/[\u0080-\uffff]+/g, " $& ").trim()} `, null, "", false];
  const cut = (text, by) => {
    const before = left;
    left = by === undefined ? left.replaceAll(text, " ") : left.replace(text, by);
    return left !== before;
  };
  // Chinese words have no spaces between them.
  const takes = (word) => cut(word > "\u007f" ? word : ` ${word} `);
  cut(/ (\d+(?:\.\d+)?)([km]) /, (_, number, unit) => {
    size = `${number}${unit}`;
    return " ";
  });
  for (const [word, means, label, enough] of words) {
    if (!takes(word)) continue;
    alone ||= means === "models" || enough === true;
    if (means[0] === "sort") sort = label;
    else if (label && !can.has(means[1])) labels.push(label), can.add(means[1]);
  }
  for (const word of index.asking) takes(word);
  const most = size && parseFloat(size) * (size.endsWith("k") ? 1e3 : 1e6);
  const filters = [can.size && `can=${[...can].map((it) => encodeURIComponent(encodeURIComponent(it))).join(",")}`, size && `context=${size}`, sort && "sort=input"].filter(Boolean);
  const fits = sets.some(([of, context]) => [...can].every((it) => of.includes(it)) && (!size || context >= most));
  if (left.trim() || !filters.length || !fits || !(alone || size || can.size + filters.length > 2)) return undefined;
  const said = [...labels, size && context.replace("{$size}", size), sort].filter(Boolean);
  return [`${title}${colon}${said.join(" · ")}`, `${path}#${filters.join("&")}`, group, about];
}

/** The results of a query: so many of their titles, how many there are, and what is to be said about them. */
async function answered(query, many) {
  const index = await opened();
  const [found, notes, said] = await find(index, query);
  const titles = await values(index, 1, found.slice(0, many));
  const filter = filtered(index, said);
  if (!filter) return { titles, notes, found: found.length };
  return { titles: [filter, ...titles], notes: notes.filter((it) => it !== page.most), found: found.length + 1 };
}

/** The numbers of the pages that have all words of a query, or else most of them; what is to be said about it; and the query with its words as they were meant. */
async function find(index, query) {
  let meaning = query.toLowerCase();
  const notes = [];
  // Words that ask do not say for what. Nothing parts Chinese ones from the rest.
  const asked = index.asking.reduce((text, it) => (it > "\u007f" ? text.replaceAll(it, " ") : text), query);
  const said = tokens(asked).filter((it) => !index.asking.includes(it));
  const is = (word) => index.known.has(word) || index.words.some((it) => it.startsWith(word));
  // A name that nothing has may be several words.
  const words = (said.length ? said : tokens(query)).flatMap((it) => (is(it) ? it : it.split("-")));
  const pages = await Promise.all(words.map((word) => {
    const other = !is(word) && meant(index, word);
    if (other) {
      notes.push(page.other.replace("{$wanted}", word).replace("{$shown}", other));
      meaning = meaning.replace(word, other);
    }
    return having(index, other || word);
  }));
  for (const part of [1, 0.5]) {
    const found = ranked(pages, part * words.length);
    if (found.length) return [found, part < 1 ? [...notes, page.most] : notes, meaning];
  }
  return [[], [], meaning];
}
