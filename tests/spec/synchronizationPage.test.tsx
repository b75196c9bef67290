import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { channels } from '#contract/events.ts';
import { emptySyncCounts } from '#contract/synchronization.ts';
import { runs, syncRunProjects } from '#server/db/schema.ts';
import { publicationStore } from '#server/publishing/runs.ts';
import { letRole } from '#tests/support/permissions.ts';
import { addValues } from '#tests/support/records.ts';
import { recordIn } from '#tests/support/samples.ts';
import { useScreens } from '#tests/support/screen.tsx';
import { silence } from '#tests/support/silence.ts';
import { APP, addShops, SITE, synchronize } from '#tests/support/synchronization.ts';

const { server, open, answer } = useScreens();
const PAGE = '/content/synchronization';

const makeFaulty = async (): Promise<number> => {
  await addShops(server());
  const send = await server().as('content_manager');
  const values = { name: 'Латте', status: 'active', categories: [2], price: 10 };
  return recordIn(await send('POST', '/products', values)).id;
};

const rowOf = async (name: string) =>
  within((await screen.findByRole('rowheader', { name })).closest('tr') as HTMLElement);
const run = () => screen.findByRole('region', { name: 'Ход публикации' });

describe('The page of the synchronization', () => {
  it('[Y20] [Y11] [Y21] shows what waits for which project, publishes to the chosen ones, and links an error to its tab', async () => {
    const id = await makeFaulty();
    const { user } = await open(PAGE);
    expect((await rowOf('Сайт web')).getAllByRole('cell').map(cell => cell.textContent)).toEqual(
      expect.arrayContaining(['1', '0', 'Ещё не публиковали']),
    );
    await user.click(screen.getByRole('checkbox', { name: 'Выбрать проект «Приложение»' }));
    await user.click(screen.getByRole('button', { name: 'Опубликовать' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Опубликовать' }));
    const shown = within(await run());
    expect(await shown.findByRole('heading', { name: 'Опубликовано' })).toBeVisible();
    const fault = await shown.findByRole('link', { name: 'Нет штрихкода: «Латте» (Сайт)' });
    expect(fault).toHaveAttribute('href', `/content/nomenclature/${id}/settings`);
    expect(shown.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
    expect(await screen.findByRole('button', { name: 'Повторить для ошибок' })).toBeEnabled();

    await (await server().as('content_manager'))('PUT', `/products/${id}`, { barcode: '4600000000015' });
    await user.click(screen.getByRole('button', { name: 'Повторить для ошибок' }));
    const question = within(await screen.findByRole('dialog', { name: 'Опубликовать изменения?' }));
    expect(question.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Сайт1 запись']);
    expect(question.getByText(/^Будут опубликованы только записи, ошибки которых исправлены/)).toBeVisible();
    expect(await server().db.select().from(runs)).toHaveLength(1);
    await user.click(question.getByRole('button', { name: 'Опубликовать' }));
    await waitFor(async () => expect(await run()).toHaveTextContent(/только ошибки.*Опубликовано1/));
    expect((await rowOf('Приложение mobile')).getByText('Ещё не публиковали')).toBeVisible();
    const past = within(screen.getByRole('region', { name: 'Прошлые публикации' }));
    await waitFor(() => expect(past.getAllByRole('rowheader')).toHaveLength(2));
    await user.click(within(await run()).getByRole('button', { name: 'Скрыть' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Ход публикации' })).not.toBeInTheDocument());
  });

  it('[Y560] shows why everything waits after one name of a reference has changed', async () => {
    const id = await makeFaulty();
    const send = await server().as('admin');
    const [brand] = await addValues(server(), 'brand', 'Лавка');
    await send('PUT', `/products/${id}`, { barcode: '4600000000015' });
    await synchronize(server(), [SITE]);
    const reason = 'все записи: изменились справочники или настройки';
    const { user } = await open(PAGE);
    expect((await rowOf('Сайт web')).queryByText(reason)).not.toBeInTheDocument();
    await send('PUT', `/reference/brand/value/${brand}`, { name: 'Лавка у дома' });
    await open(PAGE);
    expect((await rowOf('Сайт web')).getByText(reason)).toBeVisible();
    expect((await rowOf('Приложение mobile')).queryByText(/все записи/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Опубликовать' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Опубликовать изменения?' }));
    expect(dialog.getByText(reason)).toBeVisible();
  });

  it('[Y21] [U5] asks for confirmation with what goes where and whose changes go along, and no key starts it', async () => {
    await makeFaulty();
    const { user } = await open(PAGE);
    await rowOf('Сайт web');
    await user.keyboard('n');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Опубликовать' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Опубликовать изменения?' }));
    expect(dialog.getByText('Сайт').closest('li')).toHaveTextContent('Сайт1 запись');
    const drafts = within(await dialog.findByRole('list', { name: /^Будут опубликованы правки/ }));
    expect(drafts.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Анна Берёзкина\d изменени/),
    ]);
    expect(dialog.getByRole('button', { name: 'Отмена' })).toHaveFocus();
    await user.click(dialog.getByRole('button', { name: 'Отмена' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await server().db.select().from(runs)).toEqual([]);
  });

  it('[Y20] [Y15] [O9] [B11] follows a run that somebody else began, on this page and in the header, and asks for confirmation before cancelling', async () => {
    await makeFaulty();
    const { user: starter } = await server().signIn('admin');
    const at = new Date();
    const id = await publicationStore.insertRun(server().db, {
      starter: { id: starter.id, actorId: null },
      details: { only_failed: false },
      at,
    });
    await server()
      .db.insert(syncRunProjects)
      .values([SITE, APP].map(project_id => ({ run_id: id, project_id })));
    const passSilence = silence();
    const { user, services } = await open(PAGE);
    expect(await screen.findByRole('heading', { name: 'Публикуем' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Опубликовать' })).toBeDisabled();
    await screen.findByText('Изменения видны сразу');
    const stepItems = await publicationStore.writeLog(server().db, id, [{ level: 'info', text: 'Публикуем: Сайт' }]);
    const counts = { ...emptySyncCounts, published: 7 };
    await publicationStore.writeStep(server().db, id, { counts, progress: 40 });
    await waitFor(() => {
      const told = { run_id: id, status: 'processing', progress: 40, counts, stepItems } as const;
      server().deps.realtime.emit(channels.synchronization, 'SYNCHRONIZATION_UPDATE', told);
      expect(screen.getByRole('link', { name: 'Публикуем 40 %' })).toHaveAttribute('href', PAGE);
    });
    const shown = within(await run());
    expect(await shown.findByText('Публикуем: Сайт')).toBeVisible();
    expect(shown.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
    passSilence();
    expect(await shown.findByText(/^Новостей нет больше минуты/)).toBeVisible();
    await user.click(shown.getByRole('button', { name: 'Отменить' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/Проекты останутся прежними/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Отменить' }));
    await waitFor(async () => expect(await server().db.select().from(runs)).toMatchObject([{ status: 'canceled' }]));
    await waitFor(() => expect(screen.queryByRole('link', { name: /Публикуем/ })).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Опубликовать' })).toBeEnabled());
    // The process that ran it goes on telling for a moment.
    const heard = new Promise<number>(resolve =>
      services.realtime.on('SYNCHRONIZATION_UPDATE', ({ progress }) => resolve(progress)),
    );
    const late = { run_id: id, status: 'processing', progress: 41, counts, stepItems } as const;
    server().deps.realtime.emit(channels.synchronization, 'SYNCHRONIZATION_UPDATE', late);
    expect(await heard).toBe(41);
    await waitFor(() => expect(services.queryClient.isFetching()).toBe(0));
    expect(screen.queryByRole('link', { name: /Публикуем/ })).not.toBeInTheDocument();
  });

  it('[Y19] a key is shown once, and revoking it closes the feed', async () => {
    await makeFaulty();
    await synchronize(server(), [SITE]);
    const { user } = await open(PAGE, 'admin');
    await user.click(await screen.findByRole('button', { name: 'Закрыт: доступ магазина к проекту «Сайт»' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('textbox', { name: 'Адрес' })).toHaveDisplayValue(/\/api\/feeds\/site$/);
    await user.click(dialog.getByRole('button', { name: 'Создать ключ' }));
    expect(await dialog.findByRole('textbox', { name: 'Ключ' })).toHaveDisplayValue(/^[\w-]{43}$/);
    await user.click(await dialog.findByRole('button', { name: 'Отозвать ключ' }));
    expect(await screen.findByText('Ключ отозван: доступ магазина закрыт')).toBeVisible();
    await waitFor(async () => expect((await rowOf('Сайт web')).getByText('Закрыт')).toBeVisible());
  });

  it('[Y19] a double click makes one key, which stays until its reader says that it is kept', async () => {
    await makeFaulty();
    let asked = 0;
    answer(
      http.post('*/api/synchronization/keys/*', () => {
        asked += 1;
      }),
    );
    const { user } = await open(PAGE, 'admin');
    await user.click(await screen.findByRole('button', { name: 'Закрыт: доступ магазина к проекту «Сайт»' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.dblClick(dialog.getByRole('button', { name: 'Создать ключ' }));
    const key = await dialog.findByRole('textbox', { name: 'Ключ' });
    expect(asked).toBe(1);
    await user.keyboard('{Escape}');
    await user.click(document.querySelector('.MuiDialog-container') as HTMLElement);
    expect(dialog.queryByRole('button', { name: 'Закрыть' })).not.toBeInTheDocument();
    expect(key).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Ключ сохранён' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('[Y330] a run shows how many records it left out, and why', async () => {
    await makeFaulty();
    const send = await server().as('content_manager');
    for (const status of ['draft', 'draft', 'archived']) await send('POST', '/products', { name: 'Раф', status });
    const { id } = await synchronize(server(), [SITE]);
    await open(`${PAGE}?run=${id}`);
    const shown = within(await run());
    expect(await shown.findByText('Не опубликовано: черновики 2, в архиве 1, нет штрихкода 1')).toBeVisible();
    const counted = [...document.querySelectorAll('dl > div')].map(count => count.textContent);
    expect(counted).toEqual(expect.arrayContaining(['Без изменений0', 'С ошибками1', 'Не публикуются3']));
  });

  it('[U4] the button of a key is named by the words on it', async () => {
    await makeFaulty();
    await open(PAGE, 'admin');
    const button = (await rowOf('Сайт web')).getByRole('button');
    expect(button.getAttribute('aria-label')).toMatch(new RegExp(`^${button.textContent}: `));
  });

  it('[Y20] who may only look begins nothing and makes no key', async () => {
    await makeFaulty();
    await letRole(server(), 'photographer', 'synchronization.show-list');
    await open(PAGE, 'photographer');
    expect(await screen.findByRole('rowheader', { name: 'Сайт web' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Опубликовать|доступ/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  });
});
