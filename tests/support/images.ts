import sharp from 'sharp';
import type { Image, Images, UploadResult } from '#contract/images.ts';
import type { Answer, TestServer } from './server.ts';

type Colour = string;

const plain = (background: Colour, width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background } });

/** A picture in one colour; a different colour makes a different picture. */
export const jpegOf = (colour: Colour, width = 60, height = 40): Promise<Buffer> =>
  plain(colour, width, height).jpeg().toBuffer();
export const pngOf = (colour: Colour, width = 60, height = 40): Promise<Buffer> =>
  plain(colour, width, height).png().toBuffer();
export const webpOf = (colour: Colour, width = 60, height = 40): Promise<Buffer> =>
  plain(colour, width, height).webp().toBuffer();

/** A file of a form; `field` defaults to the contract's. */
export type SentFile = readonly [name: string, bytes: Uint8Array | string, field?: string];

export const imageForm = (...files: readonly SentFile[]): FormData => {
  const form = new FormData();
  for (const [name, bytes, field = 'image'] of files) form.append(field, new File([bytes as BlobPart], name));
  return form;
};

export const imagesIn = (answer: Answer): Image[] => (answer.result as Images).items;
export const outcomesIn = (answer: Answer): UploadResult['files'] => (answer.result as UploadResult).files;

export const addImages = async (server: TestServer, path: string, ...colours: Colour[]): Promise<Image[]> => {
  const send = await server.as('photographer');
  for (const colour of colours) {
    const { status, message } = await send('POST', path, imageForm([`${colour}.png`, await pngOf(colour)]));
    if (status !== 200) throw new Error(message);
  }
  return imagesIn(await send('GET', path));
};

export const fetchPicture = async (server: TestServer, address: string, headers: Record<string, string> = {}) => {
  const { access } = await server.signIn('photographer');
  return server.app.request(`/api${address}`, { headers: { Authorization: `Bearer ${access}`, ...headers } });
};
