/**
 * Fetches the application's files without running them, while the person still types. The build names
 * them in the page (`scripts/webPlugins.ts`); in development it names none.
 */
export const preloadApplication = (): void => {
  const named = document.querySelector<HTMLMetaElement>('meta[name="application-files"]');
  for (const href of named?.content.split(' ').filter(Boolean) ?? []) {
    const link = document.createElement('link');
    // As the loader of the application asks for them; otherwise they would be fetched twice.
    link.crossOrigin = '';
    if (href.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style', href });
    else Object.assign(link, { rel: 'modulepreload', href });
    document.head.append(link);
  }
  named?.remove();
  // As the application's own page has it made: its first format takes 12 to 20 ms.
  new Intl.NumberFormat(document.documentElement.lang).format(0);
};
