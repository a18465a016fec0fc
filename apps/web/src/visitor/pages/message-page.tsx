import type { VisitorPhrases } from '@sportello/phrases'
import type { ComponentProps } from 'react'
import { useWords } from '../../shared/phrase.tsx'
import { Icon } from '../../shared/ui/icon.tsx'

interface MessagePageProps {
  title: keyof VisitorPhrases
  text: keyof VisitorPhrases
  /** In place of the text: the deployment's own. */
  own?: string | null | undefined
  icon?: ComponentProps<typeof Icon>['name']
}

/** A page that only says something. */
export function MessagePage({ title, text, own, icon }: MessagePageProps) {
  const { t } = useWords()
  return (
    <section className="card" aria-labelledby="message-title">
      <div className={icon && 'sent-head'}>
        {icon && <Icon name={icon} />}
        <h1 id="message-title">{t(title)}</h1>
      </div>
      <p className={own ? 'own-message' : undefined}>{own || t(text)}</p>
    </section>
  )
}
