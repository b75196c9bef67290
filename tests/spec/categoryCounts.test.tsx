import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useScreens } from '#tests/support/screen.tsx';
import { beginSite } from '#tests/support/siteTree.ts';
import { go, item, openAll, press } from '#tests/support/treeScreen.ts';

const { server, open } = useScreens();

const begin = () => beginSite(server());
const openEditor = async () => {
  const { user } = await open('/content/categories');
  await screen.findByRole('treeitem', { name: /Напитки/ });
  return user;
};

describe('The category editor: models and products', () => {
  it('[K301] [K51] a deletion names the models and products that lose the category, and leads to their lists', async () => {
    const { send, ids } = await begin();
    await send('POST', '/models', { name: 'Бри', categories: [ids['Мягкие'], ids['Сыры']] });
    for (const linked of [['Мягкие', 'Твёрдые'], ['Твёрдые'], ['Хлеб']])
      await send('POST', '/products', { name: linked.join(), categories: linked.map(one => ids[one]) });
    const user = await openEditor();
    await openAll(user);
    await waitFor(() => expect(item(/Твёрдые/)).toHaveTextContent('2 товара'));
    expect(item(/Сыры/)).toHaveTextContent('1 модель · 2 товара, вместе с вложенными');
    expect(item(/^Еда/)).toHaveTextContent('1 модель · 3 товара, вместе с вложенными');
    expect(item(/Хлеб/)).toHaveTextContent(/1 товар$/);
    go(/Сыры/);
    await press(user, '{Delete}');
    const question = within(await screen.findByRole('dialog', { name: 'Удалить «Сыры»?' }));
    expect(await question.findByText(/Категории потеряют:/)).toHaveTextContent(
      'Категории потеряют: 1 модель и 2 товара',
    );
    const filter = encodeURIComponent(JSON.stringify({ categories: [ids['Сыры']] }));
    const listed = { '1 модель': 'catalog', '2 товара': 'nomenclature' };
    for (const [name, resource] of Object.entries(listed))
      expect(question.getByRole('link', { name })).toHaveAttribute('href', `/content/${resource}?filter=${filter}`);
    await user.click(question.getByRole('button', { name: 'Отмена' }));
    go(/Хлеб/);
    await press(user, '{Delete}');
    const other = within(await screen.findByRole('dialog', { name: 'Удалить «Хлеб»?' }));
    expect(await other.findByText(/Категорию потеряют:/)).toHaveTextContent(/: 1 товар$/);
  });

  it('[K560] a record in two categories that are deleted together counts once, also when a third was moved out', async () => {
    const { send, ids } = await begin();
    await send('POST', '/products', { name: 'Бри', categories: [ids['Сыры'], ids['Твёрдые']] });
    await send('POST', '/products', { name: 'Камамбер', categories: [ids['Мягкие']] });
    const user = await openEditor();
    await openAll(user);
    go(/Мягкие/);
    await press(user, '{Control>}x{/Control}');
    go(/Хлеб/);
    await press(user, '{Control>}v{/Control}');
    go(/Сыры/);
    await press(user, '{Delete}');
    const question = within(await screen.findByRole('dialog', { name: 'Удалить «Сыры»?' }));
    expect(await question.findByText(/Категории потеряют:/)).toHaveTextContent(/: 1 товар$/);
    // No list has exactly these categories: that of «Сыры» still shows those of «Мягкие».
    expect(question.queryByRole('link')).not.toBeInTheDocument();
    await user.click(question.getByRole('button', { name: 'Удалить' }));
    expect(await screen.findByText('вложенных: 1, моделей: 0, товаров: 1')).toBeVisible();
  });

  it('[K560] the list of a deletion includes a category that was moved in', async () => {
    const { send, ids } = await begin();
    for (const name of ['Мягкие', 'Хлеб']) await send('POST', '/products', { name, categories: [ids[name]] });
    const user = await openEditor();
    await openAll(user);
    go(/Хлеб/);
    await press(user, '{Control>}x{/Control}');
    go(/Сыры/);
    await press(user, '{Control>}v{/Control}');
    go(/Сыры/);
    await press(user, '{Delete}');
    const question = within(await screen.findByRole('dialog', { name: 'Удалить «Сыры»?' }));
    expect(await question.findByText(/Категории потеряют:/)).toHaveTextContent(/: 2 товара$/);
    const filter = encodeURIComponent(JSON.stringify({ categories: [ids['Сыры'], ids['Хлеб']] }));
    expect(question.getByRole('link')).toHaveAttribute('href', `/content/nomenclature?filter=${filter}`);
  });

  it('[K302] [K49] counts of products follow what others link too', async () => {
    const { send, ids } = await begin();
    await openEditor();
    await screen.findByText('Изменения видны сразу');
    await send('POST', '/products', { name: 'Чайник', categories: [ids['Чай']] });
    await waitFor(() => expect(item(/Напитки/)).toHaveTextContent('1 товар'));
  });
});
