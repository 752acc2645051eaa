// Before anything is shown: a theme that was chosen, so that no page flashes in the other one.
try {
  const theme = localStorage.getItem("theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be off: the system's theme it is.
}
