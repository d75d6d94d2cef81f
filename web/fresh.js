// Before anything is painted: the theme that was chosen, and whether the page opens with the tile that the document shows.
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
  // An embedded page follows its own address.
  if (!/[?&]embed/.test(location.href)) {
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const theme = chosen('localStorage', 'theme');
    root.dataset.theme = /^(dark|light)$/.test(theme) ? theme : system;
    // The history has where a page that is loaded again was scrolled to.
    if (!location.hash && !history.state && !chosen('localStorage', 'greeted')) {
      root.dataset.greet = '';
      // Who follows a link has begun.
      addEventListener('hashchange', () => delete root.dataset.greet, { once: true });
    }
    const isOther = () => (chosen('localStorage', 'palette') ?? 'isa') !== 'isa' || chosen('sessionStorage', 'zoom');
    if (!location.hash && !history.state && !isOther()) root.dataset.fresh = '';
  }
  // The first picture comes before letters, and nothing before it, unless it is long in coming.
  root.dataset.bare = 'fresh' in root.dataset ? 'of-letters' : 'of-all';
  setTimeout(() => delete root.dataset.bare, 300);
}
