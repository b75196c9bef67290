import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { goTo, useScreens } from '#tests/support/screen.tsx';
import { beginSite, node } from '#tests/support/siteTree.ts';
import { button, go, item, nameField, openAll, press, saveTree, tree, typeName } from '#tests/support/treeScreen.ts';

const { server, open, load } = useScreens();
const EDITOR = '/content/categories';
const SEARCH = 'Найти категорию по названию';

const begin = (...others: string[]) => beginSite(server(), ...others);
const openEditor = async (address = EDITOR) => {
  const { user } = await open(address);
  await screen.findByRole('treeitem', { name: /Напитки/ });
  return user;
};

const names = () => [...tree().querySelectorAll('[role=treeitem]')].map(row => row.textContent);
const edits = () => within(screen.getByRole('complementary', { name: 'Изменения' }));

describe('The category editor', () => {
  it('[R29, R58, K44, K46] a content manager renames, adds and saves; before that there is nothing to save', async () => {
    const { saved } = await begin();
    const user = await openEditor();
    expect(names()).toEqual(['Еда', 'Напитки']);
    expect(button('Сохранить')).toBeDisabled();
    go(/Напитки/);
    await press(user, '{F2}');
    expect(nameField()).toHaveValue('Напитки');
    await typeName(user, 'Питьё');
    expect(tree()).toHaveFocus();
    await press(user, '{Shift>}{Insert}{/Shift}');
    await typeName(user, 'Кофе');
    await press(user, '{Insert}');
    await typeName(user, 'Вода');
    expect(names()).toEqual(['Еда', 'Питьёпереименована', 'Чай', 'Кофеновая', 'Водановая']);
    expect(edits().getByRole('heading', { name: 'Добавлено: 2' })).toBeVisible();
    expect(edits().getByText('было «Напитки»')).toBeVisible();
    await saveTree(user);
    expect(await saved()).toBe('Еда(Сыры(Мягкие Твёрдые) Хлеб) Питьё(Чай Кофе Вода)');
    expect(names()).toEqual(['Еда', 'Питьё', 'Чай', 'Кофе', 'Вода']);
    expect(button('Сохранить')).toBeDisabled();
  });

  it('[K44, K41] Escape leaves a name as it was and a new category out; an empty name changes nothing', async () => {
    await begin();
    const user = await openEditor();
    go(/Еда/);
    await press(user, '{Enter}');
    fireEvent.change(nameField(), { target: { value: 'Снедь' } });
    await user.keyboard('{Escape}');
    await press(user, '{Insert}');
    await user.keyboard('{Escape}');
    await press(user, '{F2}');
    await typeName(user, '  ');
    expect(names()).toEqual(['Еда', 'Напитки']);
    expect(button('Сохранить')).toBeDisabled();
  });

  it('[K45, K46] keys reorder, nest and outdent categories; each move is announced', async () => {
    const { saved } = await begin();
    const user = await openEditor();
    await openAll(user);
    go(/Твёрдые/);
    await press(user, '{Alt>}{ArrowUp}{/Alt}');
    expect(screen.getByText('«Твёрдые» теперь в «Сыры», место 1')).toBeVisible();
    await press(user, '{Alt>}{ArrowLeft}{/Alt}');
    go(/Хлеб/);
    await press(user, '{Alt>}{ArrowRight}{/Alt}');
    go(/Напитки/);
    await press(user, '{Alt>}{ArrowUp}{/Alt}');
    expect(edits().getByRole('heading', { name: 'Перемещено: 3' })).toBeVisible();
    await user.click(edits().getByRole('button', { name: 'Хлеб' }));
    expect(item(/Хлеб/)).toHaveAttribute('aria-selected', 'true');
    await saveTree(user);
    expect(await saved()).toBe('Напитки(Чай) Еда(Сыры(Мягкие) Твёрдые(Хлеб))');
  });

  it('[K45, K43] a cut category is pasted elsewhere, but not into itself', async () => {
    const { saved } = await begin();
    const user = await openEditor();
    await openAll(user);
    go(/Сыры/);
    await press(user, '{Control>}x{/Control}');
    go(/Мягкие/);
    expect(button('Вставить в «Мягкие»')).toBeDisabled();
    await press(user, '{Control>}v{/Control}');
    expect(screen.getAllByText('Категорию нельзя вложить в неё саму')).toHaveLength(2);
    go(/Напитки/);
    await user.click(button('Вставить в «Напитки»'));
    expect(screen.queryByText('Вырезано: Сыры')).not.toBeInTheDocument();
    go(/Хлеб/);
    await press(user, '{Control>}x{/Control}');
    await user.click(button('Вставить на верхний уровень'));
    await saveTree(user);
    expect(await saved()).toBe('Еда Напитки(Чай Сыры(Мягкие Твёрдые)) Хлеб');
  });

  it('[R59, R60, R61, R62, K51] a deletion is confirmed with what it concerns, and waits for the save', async () => {
    const { send, saved, ids } = await begin();
    for (const [model, ...linked] of [
      ['Бри', 'Мягкие', 'Сыры'],
      ['Гауда', 'Твёрдые'],
      ['Чай', 'Чай'],
    ])
      await send('POST', '/models', { name: model, categories: linked.map(one => ids[one]) });
    const user = await openEditor();
    await openAll(user);
    await waitFor(() => expect(item(/Сыры/)).toHaveTextContent('2 модели, вместе с вложенными'));
    go(/Сыры/);
    await press(user, '{Delete}');
    const question = within(await screen.findByRole('dialog', { name: 'Удалить «Сыры»?' }));
    expect(question.getByText('Вместе с ней удалятся 2 вложенные категории.')).toBeVisible();
    expect(await question.findByText(/Категории потеряют:/)).toHaveTextContent('Категории потеряют: 2 модели');
    await user.click(question.getByRole('button', { name: 'Удалить' }));
    const sums = ', вместе с вложенными';
    await waitFor(() =>
      expect(names()).toEqual([`Еда2 модели${sums}`, 'Хлеб', `Напитки1 модель${sums}`, 'Чай1 модель']),
    );
    expect(edits().getByText('вложенных: 2, моделей: 2, товаров: 0')).toBeVisible();
    expect(await saved()).toMatch(/Сыры/);
    await saveTree(user);
    expect(await saved()).toBe('Еда(Хлеб) Напитки(Чай)');
  });

  it('[K41] edits are undone and done again by keys and buttons, and discarded at once', async () => {
    await begin();
    const user = await openEditor();
    go(/Еда/);
    for (const text of ['Раз', 'Два']) {
      await press(user, '{F2}');
      await typeName(user, text);
    }
    await user.click(button('Отменить изменение'));
    expect(names()[0]).toMatch(/^Раз/);
    await user.keyboard('{Control>}z{/Control}');
    expect(names()).toEqual(['Еда', 'Напитки']);
    expect(button('Сохранить')).toBeDisabled();
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}{Control>}y{/Control}');
    expect(names()[0]).toMatch(/^Два/);
    await user.click(button('Отменить изменения'));
    expect(names()).toEqual(['Еда', 'Напитки']);
    await user.click(button('Отменить изменение'));
    expect(names()[0]).toMatch(/^Два/);
  });

  it('[K46, L114, U5] a letter goes to a name and does nothing else; Ctrl+S takes the name that is typed', async () => {
    const { saved } = await begin();
    const user = await openEditor();
    tree().focus();
    // On a Russian keyboard it is where «n» is, which makes a new category elsewhere on the page.
    fireEvent.keyDown(tree(), { key: 'н', code: 'KeyN' });
    expect(item(/Напитки/)).toHaveAttribute('aria-selected', 'true');
    expect(names()).toEqual(['Еда', 'Напитки']);
    await user.keyboard('{F2}');
    fireEvent.change(nameField(), { target: { value: 'Питьё' } });
    await user.keyboard('{Control>}s{/Control}');
    await screen.findByText('Дерево категорий сохранено');
    expect(await saved()).toMatch(/ Питьё\(Чай\)$/);
  });

  it('[K47] what a search finds has its path, and a click opens its branch', async () => {
    await begin();
    const user = await openEditor();
    const search = screen.getByRole('searchbox', { name: SEARCH });
    fireEvent.change(search, { target: { value: 'мягк' } });
    expect(names()).toEqual(['МягкиеЕда › Сыры']);
    await user.click(item(/Мягкие/));
    expect(search).toHaveValue('');
    expect(names()).toEqual(['Еда', 'Сыры', 'Мягкие', 'Твёрдые', 'Хлеб', 'Напитки']);
    expect(item(/Мягкие/)).toHaveAttribute('aria-selected', 'true');
  });
});

describe('The category editor and others', () => {
  it('[K42, E11] who saves second gets a tree with both people’s edits, and saves it', async () => {
    const { send, read, saved, ids } = await begin();
    const user = await openEditor();
    go(/Напитки/);
    await press(user, '{F2}');
    await typeName(user, 'Питьё');
    await press(user, '{Shift>}{Insert}{/Shift}');
    await typeName(user, 'Кофе');
    const [, drinks] = (await read()).categories;
    await send('PUT', '/categories/site', {
      categories: [node('Посуда'), { id: drinks?.id, name: 'Соки и воды', children: drinks?.children }],
    });
    await user.click(button('Сохранить'));
    const note = within(await screen.findByRole('alert'));
    expect(note.getByText(/Пока вы меняли дерево, его сохранил кто-то другой/)).toBeVisible();
    expect(note.getByText(/Добавлено: 1 · Посуда/)).toBeVisible();
    expect(names()).toEqual(['Посуда', 'Питьёпереименована', 'Чай', 'Кофеновая']);
    await user.click(note.getByRole('button', { name: 'Понятно' }));
    await saveTree(user);
    expect(await saved()).toBe('Посуда Питьё(Чай Кофе)');
    expect((await read()).categories[1]?.id).toBe(ids['Напитки']);
  });

  it('[K53] of what two people renamed or moved one is taken: mine until then, and an edit like any other', async () => {
    const { send, read, saved } = await begin();
    const user = await openEditor();
    go(/Напитки/);
    await press(user, '{F2}');
    await typeName(user, 'Питьё');
    await openAll(user);
    go(/Мягкие/);
    await press(user, '{Alt>}{ArrowLeft}{/Alt}');
    const [meal, drinks] = (await read()).categories;
    const [cheeses, bread] = meal?.children ?? [];
    const [soft, hard] = cheeses?.children ?? [];
    const theirs = [
      { id: meal?.id, name: 'Еда', children: [{ ...cheeses, children: [hard] }, bread] },
      { id: drinks?.id, name: 'Соки', children: [...(drinks?.children ?? []), soft] },
    ];
    await send('PUT', '/categories/site', { categories: theirs });
    await user.click(button('Сохранить'));
    const choice = async (about: RegExp) => within(await screen.findByRole('group', { name: about }));
    const called = await choice(/«Напитки» переименовали и вы, и другие/);
    expect(called.getByText('Было: Напитки')).toBeVisible();
    expect(called.getByRole('radio', { name: 'У вас' })).toBeChecked();
    expect(called.getByRole('radio', { name: 'У вас' })).toHaveAccessibleDescription('Питьё');
    await user.click(called.getByRole('radio', { name: 'У других' }));
    expect(called.getByRole('radio', { name: 'У других' })).toBeChecked();
    const placed = await choice(/«Мягкие» переместили и вы, и другие/);
    expect(placed.getByText('Было: Сыры')).toBeVisible();
    expect(placed.getByRole('radio', { name: 'У других' })).toHaveAccessibleDescription('Соки');
    await user.click(placed.getByRole('radio', { name: 'У других' }));
    expect(button('Сохранить')).toBeDisabled();
    await press(user, '{Control>}z{/Control}');
    expect(placed.getByRole('radio', { name: 'У вас' })).toBeChecked();
    await saveTree(user);
    expect(await saved()).toBe('Еда(Сыры(Твёрдые) Мягкие Хлеб) Соки(Чай)');
  });

  it('[K42] another user’s save is reported at once, and a tree without edits follows it', async () => {
    const { send, read } = await begin();
    const user = await openEditor();
    await screen.findByText('Изменения видны сразу');
    const add = async (text: string) =>
      send('PUT', '/categories/site', { categories: [...(await read()).categories, node(text)] });
    await add('Посуда');
    await screen.findByRole('treeitem', { name: /Посуда/ });
    go(/Напитки/);
    await press(user, '{Delete}');
    await user.click(await screen.findByRole('button', { name: 'Удалить' }));
    await add('Мебель');
    await user.click(await screen.findByRole('button', { name: 'Перенести мои изменения на новое дерево' }));
    await waitFor(() => expect(names()).toEqual(['Еда', 'Посуда', 'Мебель']));
    await user.click(button('Оставить только их дерево'));
    expect(names()).toEqual(['Еда', 'Напитки', 'Посуда', 'Мебель']);
    expect(button('Сохранить')).toBeDisabled();
  });

  it('[K48] edits survive a reload and are offered again; leaving them has to be confirmed', async () => {
    const { saved } = await begin();
    const user = await openEditor();
    go(/Еда/);
    await press(user, '{Shift>}{Insert}{/Shift}');
    await typeName(user, 'Крупы');
    goTo('/content/nomenclature');
    await user.click(await screen.findByRole('button', { name: 'Остаться' }));
    window.dispatchEvent(new Event('pagehide'));
    const again = await load(EDITOR);
    expect(await screen.findByText(/Остались несохранённые изменения этого дерева .*: Добавлено: 1\./)).toBeVisible();
    await again.user.click(button('Вернуть'));
    expect(edits().getByText('в «Еда»')).toBeVisible();
    await saveTree(again.user);
    expect(await saved()).toMatch(/Хлеб Крупы/);
    await load(EDITOR);
    await screen.findByRole('treeitem', { name: /Напитки/ });
    expect(screen.queryByText(/Остались несохранённые/)).not.toBeInTheDocument();
  });

  it('[K49] counts follow what others link, while edits stay', async () => {
    const { send, ids } = await begin();
    const user = await openEditor();
    await screen.findByText('Изменения видны сразу');
    go(/Напитки/);
    await press(user, '{F2}');
    await typeName(user, 'Питьё');
    await send('POST', '/models', { name: 'Чайник', categories: [ids['Напитки']] });
    await waitFor(() => expect(item(/Питьё/)).toHaveTextContent('1 модель'));
    expect(item(/Питьё/)).toHaveTextContent('переименована');
  });

  it('[K52] the trees of two platforms are edited side by side', async () => {
    const { send } = await begin('cafe');
    await send('PUT', '/categories/cafe', { categories: [node('Завтраки')] });
    const user = await openEditor(`${EDITOR}?platform=site`);
    go(/Напитки/);
    await press(user, '{F2}');
    await typeName(user, 'Питьё');
    await user.click(button('Проект cafe'));
    expect(names()).toEqual(['Завтраки']);
    expect(button('Сохранить')).toBeDisabled();
    expect(button(/Проект site/)).toContainElement(screen.getByRole('img', { name: 'есть несохранённое' }));
    await user.click(button(/Проект site/));
    expect(names()).toContain('Питьёпереименована');
  });
});
