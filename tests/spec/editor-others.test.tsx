import { act, screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { editing, products, users } from '#server/db/schema.ts';
import { addProducts } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';
import { announceMany } from '#tests/support/server.ts';

const { server, open, answer } = useScreens();
const PRODUCT = '*/api/products/1';

const field = (name: string) => screen.getByRole('textbox', { name });
const save = () => screen.getByRole('button', { name: 'Сохранить' });
const stored = async () => (await (await server().as('admin'))('GET', '/products/1')).result;
const unsaved = () => screen.queryByRole('region', { name: 'Не сохранено' });
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

/** The editor of «Квас», opened and connected, and what somebody else, Ольга Чайкина, changes in it. */
const openEditor = async () => {
  const other = await server().signIn('admin');
  await server().db.update(users).set({ first_name: 'Ольга', last_name: 'Чайкина' }).where(eq(users.id, other.user.id));
  const { user } = await open('/content/nomenclature/1/settings');
  await screen.findByRole('heading', { name: 'Квас' });
  await screen.findByText('Изменения видны сразу');
  const send = await server().as('admin');
  const somebodyElse = (changes: object) => send('PUT', '/products/1', changes);
  return { user, somebodyElse };
};

/** Counts what is sent to the record; `meanwhile` happens before a PUT reaches the server. */
const watchPuts = (meanwhile: (nth: number) => Promise<unknown> = async () => undefined) => {
  const bodies: unknown[] = [];
  answer(
    http.put(PRODUCT, async ({ request }) => {
      bodies.push(await request.clone().json());
      await meanwhile(bodies.length);
    }),
  );
  return bodies;
};

beforeEach(() =>
  addProducts(server(), { name: 'Квас', sku: 'K-1', weight: 0.5, description: 'Хлебный квас на ржаном солоде' }),
);

describe('A form that is open while somebody else saves', () => {
  const editors = () => server().db.select().from(editing);

  it('[O5] an untouched one follows without a word; what is typed and taken back is untouched again', async () => {
    const { user, somebodyElse } = await openEditor();
    await somebodyElse({ sku: 'K-2' });
    await waitFor(() => expect(field('Артикул')).toHaveValue('K-2'));
    await waitFor(async () => expect(await editors()).toEqual([]));
    await user.type(field('Название'), '!');
    await waitFor(async () => expect(await editors()).toHaveLength(1));
    await user.type(field('Название'), '{Backspace}');
    await waitFor(async () => expect(await editors()).toEqual([]));
    await somebodyElse({ sku: 'K-3' });
    expect(screen.getByRole('button', { name: 'Уведомления' })).toBeVisible();
  });

  it('[O5] whoever has typed into it finds in the bell who changed what', async () => {
    const { user, somebodyElse } = await openEditor();
    await user.type(field('Название'), ' хлебный');
    await waitFor(async () => expect(await editors()).toHaveLength(1));
    await somebodyElse({ sku: 'K-2' });
    await user.click(await screen.findByRole('button', { name: 'Уведомления, непрочитанных: 1' }));
    const row = await screen.findByRole('link', {
      name: /«Квас»: запись изменили, а ваши изменения в ней ещё не сохранены/,
    });
    expect(row).toHaveAttribute('href', '/content/nomenclature/1/settings');
    expect(row).toHaveTextContent('Ольга Чайкина');
  });
});

describe('A record that somebody else saved first', () => {
  /** Somebody changed article and status; this form has another name and article, and was sent. */
  const collide = async () => {
    const { user, somebodyElse } = await openEditor();
    await user.type(field('Название'), ' хлебный');
    await user.type(field('Артикул'), '0');
    await somebodyElse({ sku: 'K-2', status: 'active' });
    const puts = watchPuts();
    await user.click(save());
    const dialog = within(await screen.findByRole('dialog', { name: 'Запись успели изменить' }));
    const choice = (name: RegExp) =>
      within(dialog.getByRole('group', { name: 'Артикул' })).getByRole('radio', { name });
    return { user, dialog, choice, puts, somebodyElse };
  };

  it('[L36] [L13] changes to other fields are combined without a question, by one more PUT, and named in the notice', async () => {
    const { user, somebodyElse } = await openEditor();
    await user.type(field('Название'), ' хлебный');
    await somebodyElse({ sku: 'K-2', weight: 0.7 });
    const puts = watchPuts();
    await user.click(save());
    const notice = await screen.findByText(/^Сохранено вместе с изменениями коллег/);
    expect(notice).toHaveTextContent(/: Артикул; Вес, кг \(Ольга Чайкина, .+\)$/);
    expect(puts).toEqual([
      { name: 'Квас хлебный', version: 1 },
      { name: 'Квас хлебный', version: 2 },
    ]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(unsaved()).not.toBeInTheDocument());
    expect(
      [field('Название'), field('Артикул'), field('Вес, кг')].map(input => (input as HTMLInputElement).value),
    ).toEqual(['Квас хлебный', 'K-2', '0,7']);
    expect(await stored()).toMatchObject({ name: 'Квас хлебный', sku: 'K-2', weight: 0.7, version: 3 });
  });

  it('[L36] the same change by two is no change left to save', async () => {
    const { user, somebodyElse } = await openEditor();
    await user.type(field('Название'), ' хлебный');
    await somebodyElse({ name: 'Квас хлебный' });
    const puts = watchPuts();
    await user.click(save());
    await waitFor(() => expect(unsaved()).not.toBeInTheDocument());
    expect(puts).toHaveLength(1);
    expect(await stored()).toMatchObject({ name: 'Квас хлебный', version: 2 });
  });

  it('[L37] [X17] a field that both changed shows what was, theirs with who and when, and mine', async () => {
    const { dialog, choice } = await collide();
    expect(dialog.getAllByRole('group')).toHaveLength(1);
    expect(dialog.getByText('Было').parentElement).toHaveTextContent('БылоK-1');
    expect(choice(/^Сохранено: Ольга Чайкина, /)).not.toBeChecked();
    expect(choice(/^Сохранено/)).toHaveAccessibleDescription('K-2');
    expect(choice(/^У вас в форме$/)).not.toBeChecked();
    expect(choice(/^У вас/)).toHaveAccessibleDescription('K-10');
    expect(dialog.getByRole('button', { name: 'Сохранить выбранное' })).toBeDisabled();
    expect(dialog.getByRole('status')).toHaveTextContent('Осталось выбрать: 1');
  });

  it.each([
    ['mine', /^У вас/, 'K-10'],
    ['theirs', /^Сохранено/, 'K-2'],
  ])('[L37] who takes %s saves it with all that nobody contradicts', async (_, which, sku) => {
    const { user, dialog, choice, puts } = await collide();
    await user.click(choice(which));
    await user.click(dialog.getByRole('button', { name: 'Сохранить выбранное' }));
    await noDialog();
    await screen.findByText('Сохранено');
    await waitFor(() => expect(unsaved()).not.toBeInTheDocument());
    expect(field('Артикул')).toHaveValue(sku);
    expect(await stored()).toMatchObject({ name: 'Квас хлебный', sku, status: 'active', version: 3 });
    expect(puts).toHaveLength(2);
  });

  it('[L37] [L13] somebody who changed it once more while the choice was made loses nothing either', async () => {
    const { user, dialog, choice, somebodyElse } = await collide();
    await somebodyElse({ sku: 'K-3' });
    await user.click(choice(/^У вас/));
    await user.click(dialog.getByRole('button', { name: 'Сохранить выбранное' }));
    expect(await screen.findByRole('radio', { description: 'K-3' })).not.toBeChecked();
    expect(await stored()).toMatchObject({ sku: 'K-3' });
  });

  it('[L13, U3] going back to the form changes nothing and returns the focus', async () => {
    const { user, dialog } = await collide();
    await user.click(dialog.getByRole('button', { name: 'Вернуться к форме' }));
    await noDialog();
    expect(field('Название')).toHaveValue('Квас хлебный');
    expect(unsaved()).toHaveTextContent('Название, Артикул');
    expect(save()).toHaveFocus();
    expect(await stored()).toMatchObject({ name: 'Квас', sku: 'K-2' });
  });

  it('[L37] of a long text the words are marked that differ', async () => {
    const { user, somebodyElse } = await openEditor();
    await user.type(field('Описание'), ' и меду');
    await somebodyElse({ description: 'Хлебный квас на светлом солоде' });
    await user.click(save());
    const dialog = within(await screen.findByRole('dialog'));
    const marked = (tag: 'INS' | 'DEL') =>
      dialog.getAllByText((_, element) => element?.tagName === tag).map(({ textContent }) => textContent);
    expect(marked('DEL')).toEqual(['ржаном ']);
    expect(marked('INS')).toEqual(['светлом ', 'и меду']);
  });

  it('[L36] while a record is changed again and again what was typed stays, and it has to be saved once more', async () => {
    const { user, somebodyElse } = await openEditor();
    await user.type(field('Название'), ' хлебный');
    let isRestless = true;
    const puts = watchPuts(async nth => isRestless && somebodyElse({ weight: nth }));
    await user.click(save());
    await screen.findByText(/^Эту запись сейчас меняют/);
    expect(puts).toHaveLength(2);
    expect(field('Название')).toHaveValue('Квас хлебный');
    await waitFor(() => expect(field('Вес, кг')).toHaveValue('2'));
    isRestless = false;
    await user.click(save());
    await waitFor(async () => expect(await stored()).toMatchObject({ name: 'Квас хлебный', weight: 2 }));
  });
});

describe('A record that changes while its form is open', () => {
  it('[L14, L19] an untouched form follows, and what is shown is not called unsaved', async () => {
    const { somebodyElse } = await openEditor();
    await somebodyElse({ sku: 'K-2', price: 99 });
    await waitFor(() => expect(field('Артикул')).toHaveValue('K-2'));
    expect(await screen.findByText(/^Изменено .+, Ольга Чайкина$/)).toBeVisible();
    expect(unsaved()).not.toBeInTheDocument();
  });

  it('[L14] what was typed is not overwritten; a note names what changed and who did it, and offers it', async () => {
    const { user, somebodyElse } = await openEditor();
    await user.type(field('Название'), ' хлебный');
    await somebodyElse({ sku: 'K-2', weight: 0.7 });
    const note = await screen.findByText(/^Запись изменили/);
    expect(note).toHaveTextContent(
      /^Запись изменили: Артикул; Вес, кг \(Ольга Чайкина, .+\)\. Ваши изменения на месте\.$/,
    );
    expect(field('Название')).toHaveValue('Квас хлебный');
    expect(field('Артикул')).toHaveValue('K-1');
    await user.click(screen.getByRole('button', { name: 'Обновить форму' }));
    await waitFor(() => expect(field('Артикул')).toHaveValue('K-2'));
    expect(field('Название')).toHaveValue('Квас хлебный');
    const puts = watchPuts();
    await user.click(save());
    await screen.findByText('Сохранено');
    expect(puts).toEqual([{ name: 'Квас хлебный', version: 2 }]);
  });

  it('[L14] [L37] taking their changes offers a choice where both changed a field, and saves nothing by itself', async () => {
    const { user, somebodyElse } = await openEditor();
    await user.type(field('Название'), ' хлебный');
    await somebodyElse({ name: 'Квас тёмный', sku: 'K-2' });
    await user.click(await screen.findByRole('button', { name: 'Обновить форму' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('radio', { name: /^У вас/ }));
    await user.click(dialog.getByRole('button', { name: 'Внести в форму' }));
    await noDialog();
    expect(field('Название')).toHaveValue('Квас хлебный');
    expect(field('Артикул')).toHaveValue('K-2');
    expect(await stored()).toMatchObject({ name: 'Квас тёмный', version: 2 });
  });

  it('[L19] a form shows a change that was one of many, as an import makes them', async () => {
    const { user } = await openEditor();
    await user.type(field('Название'), ' хлебный');
    await server().db.update(products).set({ sku: 'K-9', version: 2 });
    announceMany(server().deps, 'nomenclature');
    await screen.findByText(/^Запись изменили: Артикул \(другой пользователь, /);
    expect(field('Название')).toHaveValue('Квас хлебный');
  });

  it('[L14] a form in which something was typed and taken back again is not changed under the hands', async () => {
    const { user, somebodyElse } = await openEditor();
    await user.type(field('Артикул'), '0{Backspace}');
    await waitFor(() => expect(unsaved()).not.toBeInTheDocument());
    await somebodyElse({ sku: 'K-2' });
    await screen.findByText(/^Запись изменили: Артикул/);
    expect(field('Артикул')).toHaveValue('K-1');
  });

  it('[L14] neither a reading nor the focus of the window changes text or version in the middle of a word', async () => {
    const { user, somebodyElse } = await openEditor();
    await user.type(field('Название'), ' хле');
    await somebodyElse({ sku: 'K-2' });
    await screen.findByText(/^Запись изменили/);
    for (const event of ['visibilitychange', 'focus']) act(() => void window.dispatchEvent(new Event(event)));
    await user.type(field('Название'), 'бный');
    const puts = watchPuts();
    await user.click(save());
    await screen.findByText(/^Сохранено вместе/);
    expect(puts[0]).toEqual({ name: 'Квас хлебный', version: 1 });
  });
});
