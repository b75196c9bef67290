import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { recordIn } from '#tests/support/samples.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open } = useScreens();

type User = Awaited<ReturnType<typeof open>>['user'];
const choose = (user: User, option: string) =>
  user.selectOptions(screen.getByRole('combobox', { name: /^Куда отправлять/ }), option);
const box = (name: string) => screen.getByRole('textbox', { name: new RegExp(`^${name}`) });

describe('A field that no longer applies', () => {
  it('[T697] is neither checked nor created, though something was typed into it', async () => {
    const { user } = await open('/content/settings/cafe/create', 'admin');
    await user.type(await screen.findByRole('textbox', { name: /^Название/ }), 'Невская');
    await user.type(box('Адрес'), 'не адрес');
    await choose(user, 'В папку на сервере');
    await user.type(box('Папка'), 'nevskaya');
    await user.click(screen.getByRole('button', { name: 'Создать' }));
    await screen.findByText('Создано: Невская');
    const { result } = await (await server().as('admin'))('GET', '/cafe/1');
    expect(result).toMatchObject({ kind: 'folder', folder: 'nevskaya', address: null });
  });

  it('[T697] is emptied by a save, and comes back when the choice is made again before it', async () => {
    const send = await server().as('admin');
    const { id } = recordIn(await send('POST', '/cafe', { name: 'Невская', kind: 'http', address: 'https://a.ru/' }));
    const { user } = await open(`/content/settings/cafe/${id}/edit`, 'admin');
    await screen.findByRole('textbox', { name: /^Адрес/ });
    await choose(user, 'В папку на сервере');
    await user.type(box('Папка'), 'nevskaya');
    await choose(user, 'По адресу HTTP');
    expect(box('Адрес')).toHaveValue('https://a.ru/');
    await choose(user, 'В папку на сервере');
    expect(box('Папка')).toHaveValue('nevskaya');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(async () =>
      expect((await send('GET', `/cafe/${id}`)).result).toMatchObject({ folder: 'nevskaya', address: null }),
    );
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Сохранить' })).not.toBeInTheDocument());
  });
});
