import type { VisitorPhrases } from '@sportello/phrases'
import { paths } from '../../shared/paths.ts'
import { useWords } from '../../shared/phrase.tsx'

interface HomeLinkProps {
  customer: string
  /** The step that the visitor asked for; null for the form's start. */
  codeTag?: string | null
  label?: keyof VisitorPhrases
}

/** Back to the form: to the step that was asked for, by its login where it has one; else to its start. */
export function HomeLink({ customer, codeTag = null, label = 'torna_al_modulo' }: HomeLinkProps) {
  const { t } = useWords()
  return (
    <a className="button" href={codeTag === null ? paths.home(customer) : paths.open(customer, codeTag)}>
      {t(label)}
    </a>
  )
}
