// Runs before the first paint, so that a remembered choice of colours does not flash. ThemeStore holds the rules.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is forbidden: the system's preference stands.
}
