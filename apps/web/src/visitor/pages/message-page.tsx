import type { VisitorPhrases } from '@sportello/phrases'
import type { ComponentProps, ReactNode } from 'react'
import { useWords } from '../../shared/phrase.tsx'
import { Icon } from '../../shared/ui/icon.tsx'

interface MessagePageProps {
  title: keyof VisitorPhrases
  text: keyof VisitorPhrases
  /** Message that the deployment has configured. It replaces `text`. */
  own?: string | null | undefined
  icon?: ComponentProps<typeof Icon>['name']
  wayOn: ReactNode
}

/** A page with a message and a link with which the visitor can continue. */
export function MessagePage({ title, text, own, icon, wayOn }: MessagePageProps) {
  const { t } = useWords()
  return (
    <section className="card" aria-labelledby="message-title">
      <div className={icon && 'sent-head'}>
        {icon && <Icon name={icon} />}
        <h1 id="message-title">{t(title)}</h1>
      </div>
      <p className={own ? 'own-message' : undefined}>{own || t(text)}</p>
      <p className="ways-on">{wayOn}</p>
    </section>
  )
}
