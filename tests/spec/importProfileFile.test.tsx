import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { importProfiles } from '#server/db/schema.ts';
import { tryToClose } from '#tests/support/dialogs.ts';
import { hold } from '#tests/support/hold.ts';
import { IMPORT } from '#tests/support/importing.ts';
import { usePreparedScreens } from '#tests/support/preparedScreen.ts';
import { column, mapping } from '#tests/support/profileSample.ts';

const { server, answer, openPage } = usePreparedScreens();

const PROFILES = `${IMPORT}/profiles`;
const stored = async () => (await server().db.select().from(importProfiles).orderBy(importProfiles.id))[0];

describe('§2 The file of a profile', () => {
  const give = (user: UserEvent, text: string) =>
    user.upload(
      screen.getByLabelText('Загрузить из файла', { selector: 'input' }),
      new File([text], 'profile-1.json', { type: 'application/json' }),
    );

  it('[I852] becomes a profile, and where it is no such file, what is wrong is said', async () => {
    const user = await openPage();
    await screen.findByRole('button', { name: 'Загрузить из файла' });
    await give(user, 'Артикул;Название');
    expect(await screen.findByText(/^Это не файл поставщика/)).toBeVisible();
    const tax = { ...column('Цена, RUB', 'price'), conversions: [{ kind: 'withoutTax', percent: 101 }] };
    const columns = [...mapping.columns, tax];
    await give(user, JSON.stringify({ name: 'Ромашка', mapping: { ...mapping, columns } }));
    expect(
      await screen.findByText(
        'Файл поставщика не подходит. Столбец 4 («Цена, RUB»), conversions, 0, percent: Не больше 100',
      ),
    ).toBeVisible();
    await give(user, JSON.stringify({ name: 'Ромашка', mapping: { ...mapping, header: { row: 1 } } }));
    expect(await screen.findByText(/не подходит. mapping.header.rows: /)).toBeVisible();
    expect(await server().db.$count(importProfiles)).toBe(0);

    answer(
      http.post(
        `*/api${PROFILES}`,
        () => HttpResponse.json({ code: 504, message: 'Сервер не отвечает' }, { status: 504 }),
        {
          once: true,
        },
      ),
    );
    await give(user, JSON.stringify({ name: 'Ромашка', mapping }));
    expect(await screen.findByText('Сервер не отвечает')).toBeVisible();
    await give(user, JSON.stringify({ name: 'Ромашка', mapping }));
    expect(await screen.findByRole('heading', { name: 'Поставщик «Ромашка»' })).toBeVisible();
    expect(await stored()).toMatchObject({ name: 'Ромашка', mapping });
  });

  it('[I852] that has a taken name gets another or replaces that profile, once it is known who saved it', async () => {
    const other = await server().as('admin');
    await other('POST', PROFILES, { name: 'Ромашка', mapping });
    const user = await openPage();
    const file = JSON.stringify({ name: 'ромашка', mapping: { ...mapping, creates: false } });
    await screen.findByRole('button', { name: 'Загрузить из файла' });
    await give(user, file);
    const asked = async () => within(await screen.findByRole('dialog', { name: /^Поставщик «Ромашка/ }));
    expect((await asked()).getByText(/Его сохранили раньше: Анна Берёзкина, \d+ \S+, \d\d:\d\d/)).toBeVisible();
    expect((await asked()).getByRole('button', { name: 'Добавить' })).toBeDisabled();
    await user.type((await asked()).getByRole('textbox', { name: 'Другое название' }), ' 2');
    await user.click((await asked()).getByRole('button', { name: 'Добавить' }));
    expect(await screen.findByRole('heading', { name: 'Поставщик «ромашка 2»' })).toBeVisible();
    expect(await stored()).toMatchObject({ name: 'Ромашка', mapping });

    await user.click(screen.getByRole('button', { name: 'К импорту' }));
    await screen.findByRole('button', { name: 'Загрузить из файла' });
    await give(user, file);
    await asked();
    const theirs = { name: 'Ромашка!', mapping: { ...mapping, clears: true } };
    await other('PUT', `${PROFILES}/${(await stored())?.id}`, theirs);
    await user.click((await asked()).getByRole('button', { name: 'Заменить' }));
    await screen.findByText(/«Ромашка!» изменили/);
    expect(await stored()).toMatchObject({ mapping: { creates: true, clears: true } });
    const { released, release } = hold();
    answer(http.put(`*/api${PROFILES}/*`, () => released));
    await user.click((await asked()).getByRole('button', { name: 'Заменить' }));
    await tryToClose(user);
    release();
    expect(await screen.findByRole('heading', { name: 'Поставщик «Ромашка!»' })).toBeVisible();
    expect(await stored()).toMatchObject({ name: 'Ромашка!', mapping: { creates: false, clears: false } });
  });
});
