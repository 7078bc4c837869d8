// Runs before the first paint, so that the page does not flash in another theme. ThemeStore has the rules.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is forbidden, so the system's preference applies.
}
