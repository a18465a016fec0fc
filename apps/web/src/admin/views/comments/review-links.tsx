import { MAX_REVIEWER_NAME_LENGTH, type MadeReviewLink, type PreviewOptions, type ShownReviewLink } from '@sportello/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { numbered } from '../../../shared/comments.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { manage } from '../../call.ts'
import { copyText } from '../../ui/copy-text.ts'
import { useIsoDateTimeFormat } from '../../ui/date-time-format.ts'
import { EditModal } from '../../ui/edit-modal.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { useCommentWords } from './comment-words.tsx'
import './comments.css'

interface ReviewLinksProps {
  definition: string
  /** Options of the preview. A new review link shows the draft with the same options: form and access mode. */
  options: PreviewOptions
}

/**
 * Review links of a draft. Anyone who has such a link can view the draft and comment on it without signing in. Only
 * operators who may edit the draft see this part of the editor.
 */
export function ReviewLinks(props: ReviewLinksProps) {
  const t = useCommentWords()
  const may = usePermissions()
  const [isOpen, setOpen] = useState(false)
  if (!may.edit) return null
  return (
    <details className="preview-options" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('link_title')}</summary>
      {isOpen && <Links {...props} />}
    </details>
  )
}

function Links({ definition, options }: ReviewLinksProps) {
  const t = useCommentWords()
  const { t: shared } = useWords()
  const messages = useMessages()
  const queries = useQueryClient()
  const path = `/definitions/${encodeURIComponent(definition)}/review-links`
  const key = ['review-links', definition]
  const source = useQuery({ queryKey: key, queryFn: ({ signal }) => manage<ShownReviewLink[]>('GET', path, { signal }) })
  const [label, setLabel] = useState('')
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [made, setMade] = useState<MadeReviewLink | null>(null)
  const form = useId()
  const reload = () => queries.invalidateQueries({ queryKey: key })
  async function make(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    if (label.trim() === '') return document.getElementById(form)?.querySelector('input')?.focus()
    setBusy(true)
    try {
      setMade(await manage<MadeReviewLink>('POST', path, { body: { label, form: options.form, mode: options.mode } }))
      setLabel('')
      setFault(undefined)
      await reload()
    } catch (error) {
      if (error instanceof Error) setFault(messages(error).join(' '))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="review-links">
      <p className="hint">{t('link_hint')}</p>
      <form id={form} className="comment-form" noValidate onSubmit={(event) => void make(event)}>
        <TextField
          label={t('link_label')}
          name="label"
          hint={t('link_label_hint')}
          fault={fault}
          required
          maxLength={MAX_REVIEWER_NAME_LENGTH}
          value={label}
          onChange={setLabel}
        />
        <div className="comment-actions">
          <Button type="submit" disabled={isBusy}>
            {t('link_make')}
          </Button>
        </div>
      </form>
      {made && <Address made={made} />}
      {source.isPending && <p role="status">{shared('loading')}</p>}
      {source.error && <p role="alert">{messages(source.error).join(' ')}</p>}
      {source.data?.length === 0 && <p className="hint">{t('link_none')}</p>}
      <ul className="comment-list">
        {source.data?.map((link) => (
          <LinkRow
            key={link.id}
            link={link}
            revoke={async () => {
              await manage('DELETE', `${path}/${link.id}`)
              if (made?.link.id === link.id) setMade(null)
              await reload()
            }}
          />
        ))}
      </ul>
    </div>
  )
}

/** The URL of a review link that the operator has just created. */
function Address({ made: { link, url } }: { made: MadeReviewLink }) {
  const t = useCommentWords()
  async function copy(): Promise<void> {
    showToast(t((await copyText(url)) ? 'link_was_copied' : 'link_was_not_copied'))
  }
  return (
    <div className="notice notice-warning" role="status">
      <p>{t('link_made')}</p>
      <input className="control code" readOnly aria-label={t('link_address', link.label)} value={url} onFocus={(event) => event.currentTarget.select()} />
      <Button onClick={() => void copy()}>{t('link_copy')}</Button>
    </div>
  )
}

function LinkRow({ link, revoke }: { link: ShownReviewLink; revoke: () => Promise<void> }) {
  const t = useCommentWords()
  const { language } = useWords()
  const format = useIsoDateTimeFormat()
  const [isRevoking, setRevoking] = useState(false)
  const title = t('link_revoke_title', link.label)
  return (
    <li>
      <span>
        <strong>{link.label}</strong> · {t(numbered('comments_count', link.comments, language), String(link.comments))}
        <br />
        <span className="hint">{t('link_by', link.made_by, format(link.expires_at))}</span>
      </span>
      <Button aria-label={title} onClick={() => setRevoking(true)}>
        {t('link_revoke')}
      </Button>
      {isRevoking && (
        <EditModal title={title} size="small" danger saveLabel={t('link_revoke')} save={revoke} done={t('link_was_revoked')} onClose={() => setRevoking(false)}>
          <p>{t('link_revoke_text')}</p>
        </EditModal>
      )}
    </li>
  )
}
