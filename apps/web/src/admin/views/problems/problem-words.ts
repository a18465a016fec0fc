import { useWords } from '../../words.tsx'
import { useEditorWords } from '../editor/editor-words.tsx'
import type { ProblemCount } from './problems-context.tsx'

/**
 * Returns a function that describes a number of errors and warnings in words, such as "2 errors, 1 warning". Without
 * problems, the text is empty.
 */
export function useCountWords(): (count: ProblemCount | undefined) => string {
  const t = useEditorWords()
  const { language } = useWords()
  return (count) => {
    const plural = new Intl.PluralRules(language)
    const formOf = (number: number) => (plural.select(number) === 'one' ? 'one' : 'other')
    const { errors = 0, warnings = 0 } = count ?? {}
    return [
      ...(errors > 0 ? [t(`problems_errors_${formOf(errors)}`, String(errors))] : []),
      ...(warnings > 0 ? [t(`problems_warnings_${formOf(warnings)}`, String(warnings))] : []),
    ].join(', ')
  }
}
