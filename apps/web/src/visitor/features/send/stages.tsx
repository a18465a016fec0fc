import { useWords } from '../../../shared/phrase.tsx'
import { Icon } from '../../../shared/ui/icon.tsx'

interface StagesProps {
  /** When the request was submitted, in ISO 8601; undefined if it is not known. */
  sentAt?: string | undefined
  /** `awaited`: the visitor must still open the mailed link. `done`: the visitor has. `none`: no link is needed. */
  confirmation: 'awaited' | 'done' | 'none'
  /** When the mailed link expires, in ISO 8601. */
  until?: string | undefined
}

/** The stages of a request: sent, confirmed by the mailed link, taken in charge. */
export function Stages({ sentAt, confirmation, until }: StagesProps) {
  const { t, language } = useWords()
  const moment = (iso: string) =>
    new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' }).format(new Date(iso))
  const stages = [
    { name: t('fase_inviata'), detail: sentAt && moment(sentAt), isDone: true },
    ...(confirmation === 'none'
      ? []
      : [
          {
            name: t(confirmation === 'awaited' ? 'fase_conferma' : 'fase_confermata'),
            detail: confirmation === 'awaited' && until && t('entro', moment(until)),
            isDone: confirmation === 'done',
          },
        ]),
    { name: t('fase_presa'), detail: undefined, isDone: confirmation !== 'awaited' },
  ]
  const current = stages.findIndex(({ isDone }) => !isDone)
  return (
    <ol className="stages" aria-label={t('a_che_punto')}>
      {stages.map(({ name, detail, isDone }, at) => (
        <li key={name} className={isDone ? 'stage is-done' : 'stage'} aria-current={at === current ? 'step' : undefined}>
          <span className="stage-mark">{isDone ? <Icon name="check" /> : at + 1}</span>
          <span className="stage-name">{name}</span>
          {detail && <span className="stage-detail">{detail}</span>}
        </li>
      ))}
    </ol>
  )
}
