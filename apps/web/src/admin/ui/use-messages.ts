import { CallError } from '../../shared/call-error.ts'
import { useWords } from '../words.tsx'
import { WordedError } from './worded-error.ts'

/** Returns a function that lists the messages of an error, without duplicates, in the dashboard's language. */
export function useMessages(): (error: Error) => string[] {
  const { t } = useWords()
  return (error) => {
    if (error instanceof WordedError) return [t(error.key, ...error.params)]
    if (!(error instanceof CallError) || error.errors.length === 0) return [t(error instanceof CallError && error.status > 0 ? 'unreadable' : 'unreachable')]
    return [...new Set(error.errors.map(({ data }) => data.message || data.code))]
  }
}
