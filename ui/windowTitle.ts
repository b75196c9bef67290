/** Window title: product name first (§2), then progress, then the page. */
const titleParts = { product: '', page: '', note: '' };

const writeTitle = (): void => {
  const { product, page, note } = titleParts;
  document.title = `${product} — ${note && `${note} · `}${page}`;
};

export const setWindowTitle = (product: string, page: string): void => {
  Object.assign(titleParts, { product, page });
  writeTitle();
};

/** Shows progress in the title, so that it is visible from other tabs; null removes it. */
export const setTitleProgress = (progress: string | null): void => {
  if (titleParts.note === (progress ?? '')) return;
  titleParts.note = progress ?? '';
  if (titleParts.page) writeTitle();
};
