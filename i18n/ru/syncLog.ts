/** Answers and log of a publication. Russian only, because the server has no other language. */
export const syncLog = {
  refused: {
    running: 'Синхронизация уже идёт: дождитесь её конца или остановите её',
    ended: 'Эта синхронизация уже закончилась',
    noProject: 'Нет такого проекта, или он в архиве: обновите страницу',
    nothingFailed: 'У выбранных проектов нет записей с ошибками',
  },
  log: {
    started: 'Публикуем: %{projects}. Записей к проверке: %{total}',
    startedFailed: 'Публикуем то, что не вышло раньше: %{projects}. Записей к проверке: %{total}',
    fault: '%{fault}: «%{name}» (%{projects})',
    project: '%{name}: опубликовано %{published}, убрано %{removed}, с ошибками %{faulty}',
    finished: 'Синхронизация завершена',
    canceled: 'Синхронизация отменена: витрины остались, какими были, изменения ждут следующей',
    failed: 'Синхронизация прервана из-за сбоя: витрины остались, какими были. Запустите её ещё раз',
    lost: 'Синхронизация прервана: сервер остановился. Витрины остались, какими были. Запустите её ещё раз',
  },
  fault: { barcode: 'Нет штрихкода', categories: 'Нет категории на платформе' },
} as const;
