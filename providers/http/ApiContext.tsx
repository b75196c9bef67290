import { createContext, useContext } from 'react';
import type { Api } from './http.ts';

export const ApiContext = createContext<Api | null>(null);

/** The client of the API. @throws outside `<ApiContext>` */
export const useApi = (): Api => {
  const api = useContext(ApiContext);
  if (!api) throw new Error('useApi must be called below <ApiContext>');
  return api;
};
