import type { VisitorPhrases } from '@sportello/phrases'
import { paths } from '../../shared/paths.ts'
import { useWords } from '../../shared/phrase.tsx'

interface HomeLinkProps {
  customer: string
  /** The step that the visitor requested; null for the form's start. */
  codeTag?: string | null
  label?: keyof VisitorPhrases
}

/** Link back to the form: to the requested step, or to the form's start. */
export function HomeLink({ customer, codeTag = null, label = 'torna_al_modulo' }: HomeLinkProps) {
  const { t } = useWords()
  return (
    <a className="button" href={codeTag === null ? paths.home(customer) : paths.open(customer, codeTag)}>
      {t(label)}
    </a>
  )
}
