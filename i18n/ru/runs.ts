/** Shared by the pages of imports, sendings and publications, so that all three use the same words. */
export const runs = {
  progress: 'Выполнено',
  silent:
    'Больше минуты нет вестей: прервалась связь или сервер занят. Сделанное не пропадёт, а чем кончилось, страница покажет сама.',
  log: 'Журнал',
  logEmpty: 'Строк пока нет',
  searchLog: 'Найти в журнале',
  logNone: 'Таких строк нет',
  onlyFaults: 'Только замечания',
  level: { info: 'Сообщение', warning: 'Предупреждение', error: 'Ошибка' },
  startedAt: 'Начало',
  state: 'Состояние',
  who: 'Кто',
  more: 'Показать ещё',
} as const;
