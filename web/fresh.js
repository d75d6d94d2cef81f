// Before anything is painted: the theme that was chosen, and whether the page that opens is the one in the document.
{
  const root = document.documentElement;
  const chosen = () => {
    try {
      return localStorage.getItem('theme');
    } catch {
      // Storage is closed: nothing was chosen.
      return null;
    }
  };
  const isEmbedded = /[?&]embed/.test(location.href);
  // An embedded page follows its own address.
  if (!isEmbedded) {
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const theme = chosen();
    root.dataset.theme = /^(dark|light)$/.test(theme) ? theme : system;
  }
  if (isEmbedded || !/^(#\/?)?$/.test(location.hash)) root.dataset.page = isEmbedded ? 'embedded' : 'other';
}
