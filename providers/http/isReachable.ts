/**
 * Whether a reload would succeed. Without a connection, a reload would replace the page with the browser's error page.
 */
export const isReachable = async (): Promise<boolean> => {
  try {
    return (await fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
};
