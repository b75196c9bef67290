/**
 * The same three screens written by hand, without libraries and without most of the product's features: the best that
 * the browser and the API allow, as a reference for the bench.
 */
const fields = ['name', 'sku', 'barcode', 'status', 'brand_id', 'weight', 'price'];
const references = {};

const call = async (path, options = {}) => {
  const headers = { Authorization: `Bearer ${localStorage.getItem('token')}`, 'Content-Type': 'application/json' };
  const response = await fetch(`/api${path}`, { ...options, headers });
  const { result } = await response.json();
  return result;
};

const element = (tag, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

const showLogin = () => {
  const form = element(
    'form',
    {
      onsubmit: async event => {
        event.preventDefault();
        const body = JSON.stringify(Object.fromEntries(new FormData(form)));
        const { accessToken } = await call('/auth/login', { method: 'POST', body });
        localStorage.setItem('token', accessToken.token ?? accessToken);
        await go('/content/nomenclature');
      },
    },
    element('label', { textContent: 'Почта ' }, element('input', { name: 'email', type: 'email' })),
    element('label', { textContent: 'Пароль ' }, element('input', { name: 'password', type: 'password' })),
    element('button', { textContent: 'Войти' }),
  );
  document.body.replaceChildren(form);
};

const loadReferences = () =>
  Promise.all(
    ['brand', 'unit'].map(async name => {
      if (references[name]) return;
      const values = await call(`/reference/${name}/value/list`);
      references[name] = new Map(values.map(value => [value.id, value.name]));
    }),
  );

const pageQuery = search => {
  const asked = new URLSearchParams(location.search);
  const query = new URLSearchParams({ page: 1, per_page: asked.get('perPage') ?? 10, sort: 'name', order: 'asc' });
  if (search) query.set('search', search);
  return query;
};

const rowOf = product => {
  const cells = fields.map(field =>
    element('td', {
      textContent: (field === 'brand_id' ? references.brand.get(product.brand_id) : product[field]) ?? '–',
    }),
  );
  const row = element('tr', { onclick: () => go(`/content/nomenclature/${product.id}/settings`) }, ...cells);
  row.dataset.id = product.id;
  return row;
};

const showList = async () => {
  const rows = element('tbody');
  let asked = 0;
  const load = async search => {
    asked += 1;
    const mine = asked;
    const [{ items }] = await Promise.all([call(`/products?${pageQuery(search)}`), loadReferences()]);
    if (mine === asked) rows.replaceChildren(...items.map(rowOf));
  };
  const search = element('input', { type: 'search', name: 'search', oninput: () => load(search.value.trim()) });
  const heads = fields.map(field => element('th', { textContent: field }));
  document.body.replaceChildren(search, element('table', {}, element('thead', {}, element('tr', {}, ...heads)), rows));
  await load('');
};

const showEditor = async id => {
  const [product] = await Promise.all([call(`/products/${id}`), loadReferences()]);
  const inputs = Object.keys(product).map(field =>
    element('label', { textContent: `${field} ` }, element('input', { name: field, value: product[field] ?? '' })),
  );
  document.body.replaceChildren(element('form', {}, ...inputs, element('button', { textContent: 'Сохранить' })));
};

const show = () => {
  const [, id] = /^\/content\/nomenclature\/(\d+)/.exec(location.pathname) ?? [];
  if (location.pathname === '/login' || !localStorage.getItem('token')) return showLogin();
  return id ? showEditor(id) : showList();
};

const go = path => {
  history.pushState(null, '', path);
  return show();
};

addEventListener('popstate', () => void show());
void show();
