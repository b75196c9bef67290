import { describe, expect, it } from 'vitest';
import { type Category, type CategoryDraft, type CategoryTree, flattenTree } from '#contract/categories.ts';
import { channels } from '#contract/events.ts';
import { categoryLimits } from '#contract/limits.ts';
import { categories as categoriesTable, modelCategories, productCategories } from '#server/db/schema.ts';
import { itemsIn, recordIn } from '#tests/support/samples.ts';
import { type Answer, describeOnBoth } from '#tests/support/server.ts';

const node = (name: string, ...children: CategoryDraft[]): CategoryDraft => ({ name, children });
const food = [
  node('Еда', node('Сыры', node('Мягкие'), node('Твёрдые')), node('Хлеб')),
  node('Напитки', node('Кофе'), node('Чай')),
];
const treeIn = (answer: Answer): CategoryTree => answer.result as CategoryTree;
/** Names in their order, nested ones in brackets. */
const written = (nodes: readonly Category[]): string =>
  nodes.map(({ name, children }) => (children.length > 0 ? `${name}(${written(children)})` : name)).join(' ');
const ids = (tree: CategoryTree): Record<string, number> =>
  Object.fromEntries(flattenTree(tree.categories).map(({ id, name }) => [name, id]));

describeOnBoth('Categories of a platform', server => {
  const begin = async () => {
    const send = await server().as('admin');
    const project = (name: string, code: string, platform = code) => send('POST', '/project', { name, code, platform });
    await project('Сайт', 'site');
    await project('Касса', 'till', 'site');
    await project('Кафе', 'cafe');
    const site = treeIn(await send('PUT', '/categories/site', { categories: food }));
    const save = (body: object, platform = 'site') => send('PUT', `/categories/${platform}`, body);
    const read = async () => (await send('GET', '/categories/by-projects')).result as CategoryTree[];
    return { send, save, read, site };
  };

  it('[C15] [E9] a content manager reads the tree of each project, shared by those of one platform', async () => {
    const { read, send, site } = await begin();
    const entries = await read();
    expect(entries.map(({ project, platform }) => [project.code, platform])).toEqual([
      ['till', 'site'],
      ['cafe', 'cafe'],
      ['site', 'site'],
    ]);
    expect(written(entries[0]?.categories ?? [])).toBe('Еда(Сыры(Мягкие Твёрдые) Хлеб) Напитки(Кофе Чай)');
    expect(entries[2]?.categories).toEqual(entries[0]?.categories);
    expect(entries[1]).toMatchObject({ version: 1, categories: [] });
    await send('POST', '/models', { name: 'Бри', categories: [ids(site)['Мягкие']] });
    const [tree] = await read();
    expect(tree?.categories[0]?.children[0]?.children[0]).toMatchObject({ name: 'Мягкие', models_count: 1 });
    expect(tree?.categories[0]?.children[0]).toMatchObject({ name: 'Сыры', models_count: 0 });
  });

  it('[C14] [E10] an editor adds, renames, moves and removes in one save, and receives the saved tree', async () => {
    const { save, read, site } = await begin();
    expect(site).toMatchObject({ platform: 'site', version: 2, project: { code: 'till', name: 'Касса' } });
    const at = ids(site);
    const categories = [
      { id: at['Напитки'], name: 'Напитки и чай', children: [node('Какао'), { id: at['Хлеб'], ...node('Хлеб') }] },
      { id: at['Еда'], name: 'Еда', children: [{ id: at['Сыры'], ...node('Сыры') }] },
    ];
    const saved = treeIn(await save({ categories, version: 2 }));
    expect(written(saved.categories)).toBe('Напитки и чай(Какао Хлеб) Еда(Сыры)');
    expect(saved).toMatchObject({ version: 3, platform: 'site' });
    expect(ids(saved)['Хлеб']).toBe(at['Хлеб']);
    expect((await read())[0]).toEqual(saved);
  });

  it('[C14] the tree as it was read can be sent back, and changes nothing', async () => {
    const { save, read } = await begin();
    const [before] = await read();
    server().messages.length = 0;
    expect(treeIn(await save({ categories: before?.categories, version: 2 }))).toEqual(before);
    expect(server().messages).toEqual([]);
  });

  it('[X110] saving an outdated version is a 409 with the current tree', async () => {
    const { save, site } = await begin();
    await save({ categories: [...site.categories, node('Посуда')], version: 2 });
    const late = await save({ categories: [], version: 2 });
    expect(late).toMatchObject({ status: 409, message: 'Дерево категорий этой платформы уже изменил кто-то другой' });
    expect(treeIn(late)).toMatchObject({ version: 3 });
    expect(written(treeIn(late).categories)).toMatch(/Посуда$/);
  });

  it('[X110] of two simultaneous saves of the same version, one gets a 409', async () => {
    const { save, site } = await begin();
    const answers = await Promise.all(
      ['Посуда', 'Мебель'].map(name => save({ categories: [...site.categories, node(name)], version: 2 })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('[X111] a category that is unknown, of another platform, duplicated or nested in itself is refused', async () => {
    const { save, site } = await begin();
    const at = ids(site);
    const strange = 'Такой категории на этой платформе нет: её удалили или она с другой платформы';
    const errors = async (categories: unknown[], platform?: string) => (await save({ categories }, platform)).errors;
    expect(await errors([{ id: 999_999, ...node('Мебель') }])).toEqual({ 'categories.0.id': [strange] });
    expect(await errors([node('Кафе', { id: at['Кофе'], ...node('Кофе') })], 'cafe')).toEqual({
      'categories.0.children.0.id': [strange],
    });
    const cheese = { id: at['Сыры'], name: 'Сыры' };
    const twice = ['Эта категория стоит в дереве дважды'];
    expect(await errors([{ ...cheese, children: [{ ...cheese, children: [] }] }])).toEqual({
      'categories.0.children.0.id': twice,
    });
    expect(await errors([{ ...cheese, children: [] }, node('Ещё', { ...cheese, children: [] })])).toEqual({
      'categories.1.children.0.id': twice,
    });
    expect(await save({ categories: [] }, 'nowhere')).toMatchObject({
      status: 404,
      message: 'Платформы «nowhere» нет ни у одного проекта: проверьте проекты в настройках',
    });
  });

  it('[X112] an invalid tree is refused with the reason', async () => {
    const { save, read } = await begin();
    const chain = (depth: number): CategoryDraft => (depth === 1 ? node('Дно') : node('Ниже', chain(depth - 1)));
    const errors = async (...categories: unknown[]) => (await save({ categories })).errors;
    const deep = await errors(chain(categoryLimits.depth + 1));
    expect(Object.values(deep ?? {})).toEqual([['Категории вкладываются не глубже десяти уровней']]);
    expect(Object.keys((await errors(chain(400))) ?? {})).toHaveLength(1);
    expect(await errors(node(' '))).toEqual({ 'categories.0.name': ['Заполните поле'] });
    expect(await errors(node('я'.repeat(256)))).toEqual({ 'categories.0.name': ['Не длиннее 255 знаков'] });
    expect(await errors({ name: 'Без вложенных' })).toEqual({ 'categories.0.children': ['Заполните поле'] });
    const many = Array.from({ length: categoryLimits.nodes + 1 }, (_, at) => node(`№ ${at}`));
    expect(await errors(...many)).toEqual({ categories: ['В дереве не больше 20 000 категорий'] });
    expect(written((await read())[0]?.categories ?? [])).toMatch(/^Еда/);
    expect(treeIn(await save({ categories: [chain(categoryLimits.depth)] })).categories).toHaveLength(1);
  });

  it('[R60] [X113] deleting a category deletes nested ones and updates the records mapped to them', async () => {
    const { send, save, site } = await begin();
    const at = ids(site);
    const product = recordIn(await send('POST', '/products', { name: 'Бри', categories: [at['Мягкие'], at['Кофе']] }));
    const model = recordIn(await send('POST', '/models', { name: 'Бри', categories: [at['Сыры']] }));
    const other = recordIn(await send('POST', '/products', { name: 'Кофе', categories: [at['Кофе']] }));
    server().messages.length = 0;
    await save({ categories: site.categories.slice(1) });
    expect((await send('GET', `/products/${product.id}`)).result).toMatchObject({
      categories: [at['Кофе']],
      version: 2,
    });
    expect((await send('GET', `/models/${model.id}`)).result).toMatchObject({ categories: [], version: 2 });
    expect((await send('GET', `/products/${other.id}`)).result).toEqual(other);
    expect(await server().db.select().from(categoriesTable)).toHaveLength(3);
    const told = server().messages.flatMap(message => ('event' in message ? [message.channel] : []));
    expect(told).toEqual(
      expect.arrayContaining([
        channels.categories,
        channels.records('nomenclature', 'product.show-categories'),
        channels.records('catalog', 'model.show-categories'),
      ]),
    );
  });

  it('[X114] a save is announced to users who can see the trees', async () => {
    const { save, site } = await begin();
    server().messages.length = 0;
    await save({ categories: site.categories.toReversed() });
    expect(server().messages).toContainEqual({
      channel: channels.categories,
      event: 'CATEGORIES_CHANGE',
      payload: { platform: 'site', version: 3 },
    });
  });

  it('[X115] a save of ten thousand categories writes only what changed', async () => {
    const { save } = await begin();
    const large = Array.from({ length: 100 }, (_, at) =>
      node(`Раздел ${at}`, ...Array.from({ length: 99 }, (_, inner) => node(`Категория ${at}.${inner}`))),
    );
    const before = treeIn(await save({ categories: large }));
    const writer = async () =>
      new Set(
        (
          (await server().db.execute<{ xmin: string; id: number }>(
            'select id, xmin::text xmin from categories',
          )) as unknown as { rows: { id: number; xmin: string }[] }
        ).rows.map(({ id, xmin }) => `${id} ${xmin}`),
      );
    const rows = await writer();
    const [first, ...others] = before.categories;
    const moved = [...others.slice(0, 50), { ...first, name: 'Иначе' }, ...others.slice(50)];
    expect(treeIn(await save({ categories: moved, version: before.version })).version).toBe(before.version + 1);
    expect([...(await writer())].filter(row => !rows.has(row))).toHaveLength(1);
    expect(rows.size).toBe(10_000);
  });

  describe('the mapping of a record', () => {
    it('[F6] [X116] a content manager maps products and models by platform, with their slugs alone', async () => {
      const { send, save, site } = await begin();
      const cafe = ids(treeIn(await save({ categories: [node('Меню')] }, 'cafe')));
      const at = ids(site);
      for (const path of ['/products', '/models']) {
        const { id } = recordIn(await send('POST', path, { name: 'Бри' }));
        const mapping = `${path}/${id}/categories`;
        expect((await send('GET', mapping)).result).toEqual({});
        const given = { site: [at['Мягкие'] ?? 0, at['Хлеб'] ?? 0].toSorted((a, b) => a - b), cafe: [cafe['Меню']] };
        expect((await send('PUT', mapping, given)).result).toEqual(given);
        expect((await send('PUT', mapping, { site: [at['Чай']] })).result).toEqual({ ...given, site: [at['Чай']] });
        expect((await send('GET', `${path}/${id}`)).result).toMatchObject({
          categories: [at['Чай'], cafe['Меню']],
          version: 3,
        });
        expect((await send('PUT', mapping, { cafe: [at['Чай']] })).errors).toEqual({
          cafe: ['Такой категории на этой платформе нет: её удалили или она с другой платформы'],
        });
        expect(await (await server().as('photographer'))('GET', mapping)).toMatchObject({ status: 403 });
        expect(await send('GET', `${path}/999999/categories`)).toMatchObject({ status: 404 });
        await send('DELETE', `${path}/${id}`);
      }
      expect(await server().db.select().from(productCategories)).toEqual([]);
      expect(await server().db.select().from(modelCategories)).toEqual([]);
    });

    it('[F6] of several simultaneous mappings on a platform, the last one wins', async () => {
      const { send, site } = await begin();
      const at = ids(site);
      const { id } = recordIn(await send('POST', '/products', { name: 'Бри' }));
      const mapping = `/products/${id}/categories`;
      const given = ['Мягкие', 'Твёрдые', 'Хлеб', 'Кофе', 'Чай'].map(name => ({ site: [at[name]] }));
      const answers = await Promise.all(given.map(body => send('PUT', mapping, body)));
      expect(answers.map(({ result }) => result)).toEqual(given);
      expect(given).toContainEqual((await send('GET', mapping)).result);
    });

    it('[F6] more categories than a statement has parameters are refused like any other', async () => {
      const { send } = await begin();
      const { id } = recordIn(await send('POST', '/products', { name: 'Бри' }));
      const unknown = (platform: number) => Array.from({ length: 10_000 }, (_, at) => 1000 + platform * 10_000 + at);
      const body = Object.fromEntries(Array.from({ length: 7 }, (_, platform) => [`p${platform}`, unknown(platform)]));
      expect(await send('PUT', `/products/${id}/categories`, body)).toMatchObject({ status: 400 });
    });

    it('[X117] a list can be filtered by a category including nested ones, or by platforms without a category', async () => {
      const { send, save, site } = await begin();
      const cafe = ids(treeIn(await save({ categories: [node('Меню')] }, 'cafe')));
      const at = ids(site);
      const mapped = { Бри: [at['Мягкие']], Батон: [at['Хлеб'], cafe['Меню']], Латте: [cafe['Меню']], Новинка: [] };
      for (const [name, categories] of Object.entries(mapped)) await send('POST', '/products', { name, categories });
      const found = async (query: string) => itemsIn(await send('GET', `/products?${query}`)).map(({ name }) => name);
      expect(await found(`categories=${at['Сыры']}`)).toEqual(['Бри']);
      expect(await found(`categories=${at['Еда']}`)).toEqual(['Батон', 'Бри']);
      expect(await found(`categories=${at['Сыры']}&categories=${cafe['Меню']}`)).toEqual(['Батон', 'Бри', 'Латте']);
      expect(await found('categories_none=site')).toEqual(['Латте', 'Новинка']);
      expect(await found('categories_none=site&categories_none=cafe')).toEqual(['Бри', 'Латте', 'Новинка']);
      expect(await found('categories_empty=true')).toEqual(['Новинка']);
      expect(await (await server().as('photographer'))('GET', '/products?categories_none=site')).toMatchObject({
        status: 403,
      });
    });
  });
});
