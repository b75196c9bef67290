import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ImportProfile } from '#contract/preparing.ts';
import { importSchedules, users } from '#server/db/schema.ts';
import { PAGE, usePreparedScreens } from '#tests/support/preparedScreen.ts';
import { PROFILES, priceList, scheduleCalls } from '#tests/support/schedules.ts';

const { server, open, title } = usePreparedScreens();
const { begin, as, profile, put, schedule, read, tick, stored } = scheduleCalls(server);

const openProfile = async ({ id, name }: ImportProfile): Promise<UserEvent> => {
  const { user } = await open(`${PAGE}?profile=${id}`, 'admin');
  await screen.findByRole('heading', { name: `Поставщик «${name}»` });
  await screen.findByRole('heading', { name: 'Откуда приходят таблицы' });
  return user;
};
const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }));
const described = (name: string, text: RegExp) =>
  waitFor(() => expect(screen.getByLabelText(name)).toHaveAccessibleDescription(text));
const type = async (user: UserEvent, name: string, text: string) => {
  const input = await screen.findByLabelText(name);
  await user.clear(input);
  await user.type(input, text);
};

describe('§2 The source of a profile', () => {
  beforeEach(async () => void (await begin()));

  it('[I900] [I911] [U720] [L11] is chosen with its times, and what it found is shown with the table that waits', async () => {
    const send = as('admin');
    const kept = await profile(send);
    const user = await openProfile(kept);
    expect(await screen.findByText(/Таблицы этого поставщика загружают вручную/)).toBeVisible();
    await press(user, 'Настроить расписание');
    const dialog = within(await screen.findByRole('dialog', { name: 'Откуда приходят таблицы' }));
    const last = dialog.getAllByRole('button').at(-1);
    expect(last).toBe(dialog.getByRole('button', { name: 'Сохранить расписание' }));
    await press(user, 'Из папки');
    await type(user, 'Папка', 'василёк');
    await press(user, 'Сохранить расписание');
    await described('Папка', /Папки «василёк» нет/);
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('dialog', { name: 'Уйти без сохранения?' })).toBeVisible();
    await press(user, 'Остаться');
    expect(await screen.findByRole('textbox', { name: 'Папка' })).toHaveValue('василёк');
    await type(user, 'Папка', 'ромашка');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Когда читать' }), 'Каждые несколько минут');
    await type(user, 'Через сколько минут', '1');
    await press(user, 'Сохранить расписание');
    await described('Через сколько минут', /5/);
    await type(user, 'Через сколько минут', '30');
    await press(user, 'Сохранить расписание');
    const sentence = 'Папка «ромашка», каждые 30 минут. Новая таблица ждёт подтверждения.';
    // From the beginning, because the history repeats the sentence after a label.
    expect(await screen.findByText(new RegExp(`^${sentence}`))).toBeVisible();
    await put('прайс.csv', priceList(['R-1', 'Роза', '']));
    await tick();
    await tick(15_000);
    const table = within(await screen.findByRole('table', { name: 'Взятые таблицы' }));
    await user.click(await table.findByRole('link', { name: 'ждёт подтверждения' }));
    await title();
    expect(await screen.findByText(/по расписанию поставщика «Ромашка» и ждёт подтверждения/)).toBeVisible();
    await press(user, 'Выбрать другой файл');
    expect(await screen.findByText(/по расписанию поставщика «Ромашка», взята/)).toBeVisible();
    expect(screen.getByText(/Папка «ромашка», следующее чтение/)).toBeVisible();
  });

  it('[I946] [I947] a table that was taken is taken again, and the history shows the changes of the schedule', async () => {
    const send = as('admin');
    const kept = await profile(send);
    await put('прайс.csv', priceList(['R-1', 'Роза', '']));
    await schedule(send, kept.id, { starts: true });
    await tick(60_000);
    await tick(15_000);
    await tick(15_000);
    const user = await openProfile(kept);
    const history = within(await screen.findByRole('table', { name: 'История' }));
    expect(history.getByText(/^Расписание: Папка «ромашка»/)).toBeVisible();
    expect(history.getByText('сейчас')).toBeVisible();
    const tables = within(await screen.findByRole('table', { name: 'Взятые таблицы' }));
    await user.click(tables.getByRole('button', { name: /^Взять снова «прайс.csv»/ }));
    await screen.findByText(/Читаем…/);
    await tick();
    await waitFor(() => expect(tables.getAllByRole('rowheader')).toHaveLength(2));
  });

  it('[I900] [I913] is an address read daily, is taken back, and keeps what was typed over a newer one', async () => {
    const send = as('admin');
    const kept = await profile(send);
    server().deps.config.importsDir = undefined;
    const user = await openProfile(kept);
    await press(user, 'Настроить расписание');
    expect(screen.queryByRole('button', { name: 'Из папки' })).toBeNull();
    await press(user, 'По адресу');
    await type(user, 'Адрес таблицы', 'http://example.com/a.csv');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Когда читать' }), 'Ежедневно');
    expect(screen.getByText(/^Новая таблица подождёт, а все, кто импортирует, получат уведомление/)).toBeVisible();
    await press(user, 'Импортируется сама');
    expect(screen.getByText(/^Новая таблица импортируется от вашего имени/)).toBeVisible();
    await press(user, 'Сохранить расписание');
    await described('Адрес таблицы', /Нужен адрес вида https/);
    await type(user, 'Адрес таблицы', 'https://example.com/a.csv');
    const address = { source: { kind: 'address', address: 'https://example.com/b.csv' } } as const;
    await schedule(send, kept.id, address);
    await press(user, 'Сохранить расписание');
    expect(await screen.findByText(/Расписание этого поставщика только что изменили/)).toBeVisible();
    const replaced = /расписание изменили. Сейчас: https:\/\/example.com\/b.csv, каждые 5 минут/;
    expect(await screen.findByText(replaced)).toBeVisible();
    expect(screen.getByLabelText('Адрес таблицы')).toHaveDisplayValue('https://example.com/a.csv');
    await press(user, 'Сохранить расписание');
    expect(await screen.findByText(/^https:.*ежедневно в 07:00.*импортируется сама/)).toBeVisible();
    expect(await stored()).toMatchObject({ starts: true, time: { kind: 'daily', time: '07:00' } });
    await press(user, 'Изменить расписание');
    await press(user, 'Загружать вручную');
    await press(user, 'Сохранить расписание');
    expect(await screen.findByText(/загружают вручную/)).toBeVisible();
    expect(await server().db.$count(importSchedules)).toBe(0);
  });

  it('[I913] shows in its dialog what somebody else has saved meanwhile, as soon as it is read', async () => {
    const send = as('admin');
    const kept = await profile(send);
    const { schedule: first } = await schedule(send, kept.id, { starts: true });
    const user = await openProfile(kept);
    await press(user, 'Изменить расписание');
    await press(user, 'Ждёт подтверждения');
    await schedule(send, kept.id, { time: { kind: 'daily', time: '08:15' }, version: first?.version ?? null });
    expect(screen.queryByText(/расписание изменили/)).toBeNull();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await screen.findByText(/расписание изменили. Сейчас: .*, ежедневно в 08:15/)).toBeVisible();
    const { schedule: second } = await read(send, kept.id);
    await send('DELETE', `${PROFILES}/${kept.id}/schedule?version=${second?.version}`);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await screen.findByText(/расписание изменили. Сейчас: Таблицы .* загружают вручную/)).toBeVisible();
    await press(user, 'Сохранить расписание');
    expect(await screen.findByText('Расписание сохранено')).toBeVisible();
    expect(await stored()).toMatchObject({ starts: false, time: { kind: 'interval', minutes: 5 } });
  });

  it('[I904] [I911] [I955] says why it failed and that its author may no longer import, and is taken over and read at once', async () => {
    const send = as('admin');
    const kept = await profile(send);
    await schedule(as('content_manager'), kept.id, { starts: true });
    server().deps.config.importsDir = '/nowhere';
    await tick();
    const { user: author } = await server().signIn('content_manager');
    await server().db.update(users).set({ status: 'blocked' }).where(eq(users.id, author.id));
    const { user: admin } = await server().signIn('admin');
    const user = await openProfile(kept);
    expect(await screen.findByText(/Прочитать источник не удалось .*Папки «ромашка» нет/)).toBeVisible();
    await press(user, 'Вести от моего имени');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Вести от моего имени' })).toBeNull());
    expect(await stored()).toMatchObject({ set_by: admin.id, failures: 0 });
    await tick();
    expect((await read(send, kept.id)).schedule?.is_due).toBe(false);
    const reading = () => screen.getByRole('button', { name: 'Прочитать сейчас' });
    await waitFor(() => expect(reading()).not.toHaveAttribute('aria-busy'));
    await press(user, 'Прочитать сейчас');
    await waitFor(async () => expect((await read(send, kept.id)).schedule?.is_due).toBe(true));
    expect(await screen.findByText(/^Читаем…/)).toBeVisible();
    expect(reading()).toHaveFocus();
    expect((await send('POST', `${PROFILES}/0/schedule/reading`)).status).toBe(404);
  });
});
