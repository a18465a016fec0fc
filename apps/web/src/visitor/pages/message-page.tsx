import type { VisitorPhrases } from '@sportello/phrases'
import { useWords } from '../../shared/phrase.tsx'

/** A page that only says something. */
export function MessagePage({ title, text }: { title: keyof VisitorPhrases; text: keyof VisitorPhrases }) {
  const { t } = useWords()
  return (
    <section className="card" aria-labelledby="message-title">
      <h1 id="message-title">{t(title)}</h1>
      <p>{t(text)}</p>
    </section>
  )
}
