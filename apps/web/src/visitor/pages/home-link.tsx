import type { VisitorPhrases } from '@sportello/phrases'
import { paths } from '../../shared/paths.ts'
import { useWords } from '../../shared/phrase.tsx'

interface HomeLinkProps {
  customer: string
  /** Code of the step that the visitor wanted to open; null for the start of the form. */
  codeTag?: string | null
  label?: keyof VisitorPhrases
}

/** Link that leads back to the form, either to the step that the visitor wanted to open or to the start. */
export function HomeLink({ customer, codeTag = null, label = 'torna_al_modulo' }: HomeLinkProps) {
  const { t } = useWords()
  return (
    <a className="button" href={codeTag === null ? paths.home(customer) : paths.open(customer, codeTag)}>
      {t(label)}
    </a>
  )
}
