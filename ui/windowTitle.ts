/** The title of the window: the product's name first (§2), then what runs, then the page. */
const parts = { product: '', page: '', note: '' };

const write = (): void => {
  const { product, page, note } = parts;
  document.title = `${product} — ${note && `${note} · `}${page}`;
};

/** Names the page. */
export const nameWindow = (product: string, page: string): void => {
  Object.assign(parts, { product, page });
  write();
};

/** Says in the title how far something is; null once nothing runs. */
export const noteInWindow = (note: string | null): void => {
  if (parts.note === (note ?? '')) return;
  parts.note = note ?? '';
  if (parts.page) write();
};
