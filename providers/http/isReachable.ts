/** Whether a document would be answered: without a network a reload would lose the page that stands. */
export const isReachable = async (): Promise<boolean> => {
  try {
    return (await fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
};
