import type { VisitorPhrases } from '@sportello/phrases'
import type { ComponentProps, ReactNode } from 'react'
import { useWords } from '../../shared/phrase.tsx'
import { Button } from '../../shared/ui/button.tsx'
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

/** Error message that is shown instead of a visitor page if the code of the page could not be loaded. */
export function PartFailed() {
  const { t } = useWords()
  return <MessagePage title="errore_verificato" text="riprovare_seguito" wayOn={<Button onClick={() => location.reload()}>{t('riprova')}</Button>} />
}
