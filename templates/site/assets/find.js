// How pages are found in the index.

/** What a word counts for: on very many pages, on a page, in its subject, in a heading, in its title. */
const WEIGHTS = [0, 0.2, 1, 3, 8];

/** The pages that have a word, or one that begins with it, and what it counts for there. */
function having(index, word) {
  const found = new Map();
  for (const term of index.names) {
    if (!term.startsWith(word)) continue;
    // A title says most, unless much of its word is missing: "model" may mean "models", "sla" hardly means "slash".
    const most = term.length <= word.length + 1 ? 8 : 4;
    for (const entry of index.lists[index.terms[term]]) {
      const weight = Math.min(WEIGHTS[entry % 8], most);
      const score = weight + (term === word ? Math.min(4 * weight, 4) : 0);
      found.set(entry >> 3, Math.max(found.get(entry >> 3) || 0, score));
    }
  }
  return found;
}

/** The pages that have so many of the words, the best first. What is far behind the best was not meant. */
function ranked(index, words, many) {
  const found = index.pages.map((it, at) => {
    const scores = words.map((pages) => pages.get(at)).filter((score) => score >= 0);
    return [it, scores.length, scores.reduce((a, b) => a + b, 0)];
  }).filter((it) => it[1] >= many && it[2]);
  const best = Math.max(...found.map((it) => it[2]));
  return found.filter((it) => it[2] >= best / 8).sort((a, b) => b[1] - a[1] || b[2] - a[2]).map((it) => it[0]);
}

/** Whether a term begins like a word but for one letter wrong, missing or too many, or two that changed places. */
function near(word, term) {
  let at = 0;
  while (at < word.length && word[at] === term[at]) at++;
  const [a, b] = [word.slice(at), term.slice(at)];
  const right = [b[0] + a.slice(1), b[0] + a, a.slice(1), a[1] + a[0] + a.slice(2)];
  return right.some((it) => (a.length > 2 ? b.startsWith(it) : b === it));
}

/** The word that was meant: rather a whole one, and one that many pages have. */
function meant(index, word) {
  const likely = (term) => index.lists[index.terms[term]].length / (1 + Math.abs(term.length - word.length));
  const terms = index.names.filter((term) => /^[a-z-]{4,}$/.test(word) && near(word, term));
  return terms.sort((a, b) => likely(b) - likely(a))[0];
}

/** The pages that have all words of a query, or else most of them; and what is to be said about it. */
function find(index, query) {
  const notes = [];
  // Words that ask do not say for what. Nothing parts Chinese ones from the rest.
  const asked = index.asking.reduce((text, it) => (it > "\u007f" ? text.replaceAll(it, " ") : text), query);
  const said = tokens(asked).filter((it) => !index.asking.includes(it));
  // A name that nothing has may be several words.
  const words = (said.length ? said : tokens(query)).flatMap((it) => (having(index, it).size ? it : it.split("-")));
  const pages = words.map((word) => {
    const its = having(index, word);
    const other = !its.size && meant(index, word);
    if (!other) return its;
    notes.push(page.other.replace("{$wanted}", word).replace("{$shown}", other));
    return having(index, other);
  });
  for (const part of [1, 0.5]) {
    const found = ranked(index, pages, part * words.length);
    if (found.length) return [found, part < 1 ? [...notes, page.most] : notes];
  }
  return [[], []];
}
