import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { useScreens } from '#tests/support/screen.tsx';

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
    expect(screen.getByRole('heading', { level: 1, name: 'Проект' })).toBeVisible();
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
});
