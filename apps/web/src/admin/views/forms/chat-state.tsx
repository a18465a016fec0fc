import { useWords } from '../../words.tsx'
import type { chatStateOf } from './form-draft.ts'

const SHAPES = {
  active: 'm5 12.5 4.5 4.5L19 7.5',
  incomplete: 'M12 4 2.8 20h18.4zM12 10v4.5M12 17.3v.2',
  inactive: 'm6 6 12 12M18 6 6 18',
} as const

/**
 * Shows the state of a form's live chat as an icon (check mark, warning or cross) with a text (administrator
 * specification, section 2: "Live-chat icon").
 */
export function ChatState({ state }: { state: ReturnType<typeof chatStateOf> }) {
  const { t } = useWords()
  return (
    <span className={`chat-state chat-state-${state}`} title={t(`chat_${state}`)}>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d={SHAPES[state]} />
      </svg>
      <span className="visually-hidden">{t(`chat_${state}`)}</span>
    </span>
  )
}
