import { useService } from '../ServicesContext.ts';
import type { Api } from './http.ts';

/** The client of the API. */
export const useApi = (): Api => useService('api');
