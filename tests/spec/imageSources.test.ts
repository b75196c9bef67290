import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { looksLikeImage, splitImageSources } from '#server/table/imagesColumn.ts';

describe('[I890] [I895] The images that a cell names', () => {
  it.each([
    ['https://a.ru/1.jpg', ['https://a.ru/1.jpg']],
    ['https://a.ru/1.jpg;https://a.ru/2.jpg', ['https://a.ru/1.jpg', 'https://a.ru/2.jpg']],
    ['https://a.ru/1.jpg, HTTP://a.ru/2.jpg ;', ['https://a.ru/1.jpg', 'HTTP://a.ru/2.jpg']],
    ['https://a.ru/1.jpg | https://a.ru/2.jpg', ['https://a.ru/1.jpg', 'https://a.ru/2.jpg']],
    ['https://a.ru/1.jpg\r\nhttps://a.ru/1.jpg', ['https://a.ru/1.jpg']],
    ['https://a.ru/w_100,h_200/чай; белый.jpg', ['https://a.ru/w_100,h_200/чай; белый.jpg']],
    ['https://a.ru/?to=https://b.ru/1.jpg', ['https://a.ru/?to=https://b.ru/1.jpg']],
    ['чай.jpg; кофе.png', ['чай.jpg', 'кофе.png']],
    ['чай.jpg,кофе.png', ['чай.jpg', 'кофе.png']],
    ['чай.jpg кофе.png', ['чай.jpg', 'кофе.png']],
    ['Чай, зелёный 0,5 л.jpg', ['Чай, зелёный 0,5 л.jpg']],
    ['фото\\чай\nкофе', ['фото\\чай', 'кофе']],
    ['чай.jpg; https://a.ru/2.jpg', ['чай.jpg', 'https://a.ru/2.jpg']],
    [' ;, ', []],
    ['', []],
  ])('[I890] %j names %j', (text, sources) => expect(splitImageSources(text)).toEqual(sources));

  it('[I890] any text is split in time proportional to its length, into parts of it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(' ', ',', ';', '|', '\n', 'a', '.jpg', 'https://'), maxLength: 2000 }),
        text => {
          for (const source of splitImageSources(text)) expect(text).toContain(source);
        },
      ),
    );
    for (const unit of [' ', ', ', '.jpg ', ';|', 'https://']) {
      const started = performance.now();
      splitImageSources(unit.repeat(32_767 / unit.length));
      expect(performance.now() - started).toBeLessThan(1000);
    }
  });

  it.each([
    ['https://a.ru/1.JPEG?size=2', true],
    ['https://a.ru/tea', false],
    ['https://a.ru/1.jpg.html', false],
    ['чай.webp', true],
    ['есть', false],
  ])('[I890] whether %s is certainly an image: %s', (source, is) => expect(looksLikeImage(source)).toBe(is));
});
