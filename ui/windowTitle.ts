/** Window title: product name first (§2), then progress, then the page. */
const parts = { product: '', page: '', note: '' };

const write = (): void => {
  const { product, page, note } = parts;
  document.title = `${product} — ${note && `${note} · `}${page}`;
};

export const setWindowTitle = (product: string, page: string): void => {
  Object.assign(parts, { product, page });
  write();
};

/** Shows progress in the title, so that it is visible from other tabs; null removes it. */
export const setTitleNote = (note: string | null): void => {
  if (parts.note === (note ?? '')) return;
  parts.note = note ?? '';
  if (parts.page) write();
};
