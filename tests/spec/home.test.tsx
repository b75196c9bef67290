import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { channels, type EventName, type EventPayload } from '#contract/events.ts';
import { isAllowed } from '#contract/permissions.ts';
import { declaredResources, records } from '#contract/records.ts';
import { ru } from '#i18n/ru.ts';
import { runs } from '#server/db/schema.ts';
import { letRole } from '#tests/support/permissions.ts';
import { addModels, addProducts, rowNames } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';
import { NEVER_SILENT } from '#tests/support/silentRuns.ts';

const { server, open } = useScreens();
const HOME = '/content';

const part = async (name: string) => within(await screen.findByRole('region', { name }));
const texts = (links: HTMLElement[]) => links.map(link => link.textContent?.replace(/\s/g, ' '));
const numbersOf = async (name: string) => texts((await part(name)).getAllByRole('link'));

beforeEach(async () => {
  await addProducts(
    server(),
    { name: 'Квас', status: 'draft', updated_at: new Date('2026-01-02') },
    { name: 'Морс', status: 'draft', barcode: '4600000000015', updated_at: new Date('2026-01-04') },
    { name: 'Сыр', status: 'active', price: 10, updated_at: new Date('2026-01-03') },
  );
  await addModels(server(), { name: 'Сыры' });
});

describe('The start page', () => {
  it('[F19] shows how much there is and what waits, in numbers that open the lists they count', async () => {
    const { user } = await open(HOME);
    await waitFor(async () =>
      expect(await numbersOf('В базе')).toEqual(
        expect.arrayContaining(['3Номенклатура', '1Каталог моделей', '0Матрицы']),
      ),
    );
    await waitFor(async () =>
      expect(await numbersOf('Ждут внимания')).toEqual([
        '1Черновики без штрихкода',
        '2Черновики без цены',
        '0Активные товары без ценынет',
        '1Активные товары без изображения',
        '1Модели без товаров',
      ]),
    );
    await user.click((await part('Ждут внимания')).getByRole('link', { name: /Черновики без цены/ }));
    await waitFor(() => expect(rowNames()).toEqual(['Квас', 'Морс']));
    expect(screen.getByRole('button', { name: 'Статус: Черновик' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Цена, RUB: не заполнено' })).toBeVisible();
  });

  it('[F19, P22] counts nothing that the person may not see', async () => {
    const granted = 'products.show-list';
    await letRole(server(), 'accountant', granted);
    await open(HOME, 'accountant');
    await waitFor(async () => expect(await numbersOf('В базе')).toContain('3Номенклатура'));
    // The permission may open other resources as well.
    const closed = declaredResources
      .filter(name => !isAllowed(records[name].access.list, new Set([granted])))
      .map(name => ru.resources[name].several);
    expect(closed).toEqual(expect.arrayContaining(['Каталог моделей', 'Матрицы', 'Пользователи']));
    const counted = (await numbersOf('В базе')).map(text => text?.replace(/^\d+/, ''));
    expect(counted.filter(several => closed.some(label => label === several))).toEqual([]);
    const waiting = (await numbersOf('Ждут внимания')).join();
    expect(waiting).toContain('Черновики без штрихкода');
    expect(waiting).not.toMatch(/цены|Модели/);
    expect(texts((await part('Заполненность товаров')).getAllByRole('link')).join()).not.toMatch(/Цена|Модели/);
    expect(screen.queryByRole('region', { name: 'Последние импорты' })).not.toBeInTheDocument();
  });

  it('[F19] shows what changed lately, the last first, and each opens', async () => {
    const { user } = await open(HOME);
    const recent = await part('Изменены недавно');
    await waitFor(() => expect(recent.getAllByRole('link')).toHaveLength(3));
    const names = texts(recent.getAllByRole('link'));
    expect(names.map(name => /Морс|Сыр|Квас/.exec(name ?? '')?.[0])).toEqual(['Морс', 'Сыр', 'Квас']);
    await user.click(recent.getByRole('link', { name: /Сыр/ }));
    expect(await screen.findByRole('heading', { name: 'Сыр' })).toBeVisible();
  });

  it('[F19, L19] follows what somebody else changes', async () => {
    await open(HOME);
    await screen.findByText('Изменения видны сразу');
    const recent = await part('Изменены недавно');
    await waitFor(() => expect(recent.getAllByRole('link')).toHaveLength(3));
    await (await server().as('admin'))('POST', '/products', { name: 'Чай' });
    expect(await recent.findByRole('link', { name: /Чай/ })).toBeVisible();
    await waitFor(async () => expect((await numbersOf('В базе'))[0]).toBe('4Номенклатура'));
  });

  it('[F19, I20, F11] shows the last imports, the running one live, and each opens its run', async () => {
    const { user: person } = await server().signIn('content_manager');
    const now = server().deps.clock();
    const run = { kind: 'import' as const, user_id: person.id, started_at: now, heartbeat_at: NEVER_SILENT };
    await server()
      .db.insert(runs)
      .values([
        {
          ...run,
          details: { file_name: 'прежний.xlsx' },
          status: 'finished',
          progress: 100,
          finished_at: now,
          counts: { new: 4 },
        },
        { ...run, details: { file_name: 'новый.xlsx' }, status: 'processing', progress: 40 },
      ]);
    const tell = <E extends EventName>(event: E, payload: EventPayload<E>) =>
      server().deps.realtime.emit(channels.user(person.id), event, payload);
    const { user } = await open(HOME);
    const last = await part('Последние импорты');
    await waitFor(() => expect(last.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40'));
    await screen.findByText('Изменения видны сразу');
    await waitFor(() => {
      tell('IMPORT_UPDATE', { run_id: 2, progress: 60, stepItems: [] });
      expect(last.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '60');
    });
    expect(screen.getByRole('link', { name: /60 %/ })).toHaveAttribute('href', '/content/nomenclature/import');
    await server().db.update(runs).set({ status: 'finished', progress: 100, finished_at: now });
    tell('IMPORT_READY', { run_id: 2, message: 'Импорт завершён' });
    await waitFor(() => expect(last.queryByRole('progressbar')).not.toBeInTheDocument());
    await user.click(last.getByRole('link', { name: /прежний\.xlsx.*новых 4/ }));
    // The start page shows the file, too, until the page of the import has come.
    await waitFor(() => expect(window.location.search).toBe('?run=1'));
    expect(await screen.findByText('прежний.xlsx', { selector: 'span' })).toBeVisible();
  });
});
