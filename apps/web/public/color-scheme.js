// Runs before the first paint, so that the remembered scheme never flashes. The key is Mantine's.
(function () {
  var scheme = null;
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value');
  } catch (_) {}
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
