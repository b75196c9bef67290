import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Edit, Show, SimpleForm, TextInput } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { channels } from '#contract/events.ts';
import { resources } from '#resources/all.ts';
import { StockFrame } from '#resources/stock/StockFrame.tsx';
import { goTo, useScreens } from '#tests/support/screen.tsx';

const { open, answer, server } = useScreens();

describe('A stock editor', () => {
  it('[T696] whose record cannot be read stays, gives the reason, and reads it again', async () => {
    const { result } = await (await server().as('admin'))('POST', '/project', {
      name: 'Север',
      code: 'north',
      platform: 'site',
    });
    const { id } = result as { id: number };
    const failing = { isOn: true };
    const fail = () =>
      failing.isOn ? HttpResponse.json({ code: 504, message: 'База занята' }, { status: 504 }) : undefined;
    answer(http.get(`*/api/project/${id}`, fail));
    const address = `/content/settings/project/${id}/edit`;
    const { user } = await open(address, 'admin');
    expect(await screen.findByRole('heading', { name: 'Запись не загрузилась' })).toBeVisible();
    expect(await screen.findByRole('heading', { level: 1, name: 'Проект' })).toBeVisible();
    expect(screen.getByText('База занята')).toBeVisible();
    expect(window.location.pathname).toBe(address);
    failing.isOn = false;
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByDisplayValue('Север')).toBeVisible();
    // A notice would still stand.
    expect(screen.queryByText(/Записи нет/)).not.toBeInTheDocument();
  });

  it('[T696] of a record that does not exist calls it that, and leads to the list', async () => {
    const address = '/content/settings/project/999999/edit';
    await open(address, 'admin');
    expect(await screen.findByRole('heading', { name: 'Такой записи нет' })).toBeVisible();
    expect(window.location.pathname).toBe(address);
    expect(within(screen.getByRole('alert')).getByRole('link', { name: 'К разделу «Проекты»' })).toBeVisible();
  });

  it.each([
    ['fails', 504, undefined],
    ['finds that it was deleted', 404, /^Эту запись удалили\. Введённое осталось в форме/],
  ])('[T696] keeps what was typed when a later read of the record %s', async (_, code, notice) => {
    const { result } = await (await server().as('admin'))('POST', '/project', {
      name: 'Юг',
      code: 'south',
      platform: 'site',
    });
    const { id } = result as { id: number };
    const { user } = await open(`/content/settings/project/${id}/edit`, 'admin');
    const field = await screen.findByRole('textbox', { name: /^Название/ });
    await screen.findByText('Изменения видны сразу');
    await user.type(field, '!');
    const reads = vi.fn(() => HttpResponse.json({ code, message: 'Не вышло' }, { status: code }));
    answer(http.get(`*/api/project/${id}`, reads));
    // Nobody knows which records a bulk change has changed, so the open one is read again.
    const { realtime } = server().deps;
    realtime.emit(channels.records('settings/project'), 'RECORDS_CHANGE', {
      resource: 'settings/project',
      ids: null,
      records: [],
      deleted: [],
    });
    await waitFor(() => expect(reads).toHaveBeenCalled());
    if (notice) expect(await screen.findByText(notice)).toBeVisible();
    await waitFor(() => expect(screen.getByRole('textbox', { name: /^Название/ })).toHaveValue('Юг!'));
    goTo('/content');
    expect(await screen.findByRole('dialog', { name: 'Уйти без сохранения?' })).toBeVisible();
  });
});

describe('With queryOptions of its own', () => {
  const products = resources.find(({ name }) => name === 'nomenclature')?.definition;
  if (!products) throw new Error('no nomenclature');
  const declared = { ...products };
  afterEach(() => void Object.assign(products, declared));

  const screenProps = { resource: 'settings/project', id: 1, queryOptions: { meta: { purpose: 'test' } } };
  const form = (
    <SimpleForm>
      <TextInput source="name" />
    </SimpleForm>
  );
  it.each([
    ['an editor', Edit],
    ['a view', Show],
  ])('[T696] %s gives the reason, reads again, and stays when a later read fails', async (_, Screen) => {
    const content = <Screen {...screenProps}>{form}</Screen>;
    Object.assign(products, { listActions: <StockFrame>{content}</StockFrame> });
    const body = { name: 'Север', code: 'north', platform: 'site' };
    const { result } = await (await server().as('admin'))('POST', '/project', body);
    expect(result).toMatchObject({ id: 1 });
    const failing = { isOn: true };
    const reads = vi.fn(() =>
      failing.isOn ? HttpResponse.json({ code: 504, message: 'База занята' }, { status: 504 }) : undefined,
    );
    answer(http.get('*/api/project/1', reads));
    const { user, services } = await open('/content/nomenclature', 'admin');
    expect(await screen.findByRole('heading', { name: 'Запись не загрузилась' })).toBeVisible();
    expect(screen.getByText('База занята')).toBeVisible();
    failing.isOn = false;
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    await user.type(await screen.findByDisplayValue('Север'), '!');
    failing.isOn = true;
    await services.queryClient.refetchQueries({ queryKey: ['settings/project'] });
    await waitFor(() => expect(reads).toHaveBeenCalledTimes(3));
    expect(screen.getByDisplayValue('Север!')).toBeVisible();
    expect(screen.queryByText(/Записи нет/)).not.toBeInTheDocument();
  });
});
