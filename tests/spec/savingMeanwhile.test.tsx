import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { ImportProfile } from '#contract/preparing.ts';
import { exportProfiles, importProfiles } from '#server/db/schema.ts';
import { IMPORT } from '#tests/support/importing.ts';
import { PAGE } from '#tests/support/preparedScreen.ts';
import { mapping } from '#tests/support/profileSample.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, answer, open } = useScreens();

const nameInput = () => screen.getByRole('textbox', { name: 'Название' });
const rename = async (user: UserEvent, name: string) => {
  await user.clear(nameInput());
  await user.paste(name);
};
const saveButton = () => screen.getByRole('button', { name: 'Сохранить' });
/** Renames while a save is under way, and lets the save reach the server after that. */
const saveAndRename = async (user: UserEvent, method: 'post' | 'put', address: string, name: string) => {
  let release = (): void => undefined;
  const typed = new Promise<void>(resolve => {
    release = resolve;
  });
  answer(http[method](address, () => typed, { once: true }));
  await user.click(saveButton());
  await rename(user, name);
  release();
};

describe('What is typed into a profile while it is saved', () => {
  it('[I858] stays as an unsaved change of the saved supplier', async () => {
    const send = await server().as('admin');
    const { result } = await send('POST', `${IMPORT}/profiles`, { name: 'Ромашка', mapping });
    const { id } = result as ImportProfile;
    const stored = async () => (await server().db.select().from(importProfiles))[0];
    const { user } = await open(`${PAGE}?profile=${id}`, 'admin');
    await screen.findByRole('heading', { name: 'Поставщик «Ромашка»' });
    await rename(user, 'Василёк');
    await saveAndRename(user, 'put', `*/api${IMPORT}/profiles/${id}`, 'Лютик');
    await screen.findByRole('heading', { name: 'Поставщик «Василёк»' });
    expect(nameInput()).toHaveValue('Лютик');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await user.click(saveButton());
    await waitFor(async () => expect(await stored()).toMatchObject({ name: 'Лютик' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Сохранить' })).not.toBeInTheDocument());
  });

  it('[I858] stays as an unsaved change of the saved export profile, also of one that is new', async () => {
    const names = async () => (await server().db.select().from(exportProfiles)).map(({ name }) => name);
    const { user } = await open('/content/nomenclature/export-profiles?resource=nomenclature&profile=new', 'admin');
    await user.click(await screen.findByRole('button', { name: 'Взять столбцы обычной выгрузки' }));
    await rename(user, 'Весна');
    await saveAndRename(user, 'post', '*/api/export-profiles', 'Лето');
    await screen.findByRole('heading', { name: 'Профиль «Весна»' });
    expect(nameInput()).toHaveValue('Лето');
    await saveAndRename(user, 'put', '*/api/export-profiles/*', 'Осень');
    await screen.findByRole('heading', { name: 'Профиль «Лето»' });
    expect(nameInput()).toHaveValue('Осень');
    await user.click(saveButton());
    await waitFor(async () => expect(await names()).toEqual(['Осень']));
  });
});
