// Before anything is painted: no letters yet, the theme that was chosen, and whether the page opens with the tile that the document shows.
{
  const root = document.documentElement;
  const chosen = (storage, key) => {
    try {
      return window[storage].getItem(key);
    } catch {
      // Storage is closed: nothing was chosen.
      return null;
    }
  };
  // Without letters, until the first picture has been painted, or is long in coming.
  root.dataset.bare = '';
  setTimeout(() => delete root.dataset.bare, 300);
  // An embedded page follows its own address.
  if (!/[?&]embed/.test(location.href)) {
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const theme = chosen('localStorage', 'theme');
    root.dataset.theme = /^(dark|light)$/.test(theme) ? theme : system;
    // The history has where a page that is loaded again was scrolled to.
    const isOther = () => (chosen('localStorage', 'palette') ?? 'isa') !== 'isa' || chosen('sessionStorage', 'zoom');
    if (!location.hash && !history.state && !isOther()) root.dataset.fresh = '';
  }
}
