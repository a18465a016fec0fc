import { isLanguage, LANGUAGES, type Review } from '@sportello/contract'
import { useCallback, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { dateFormat } from '../shared/date-format.ts'
import { paths } from '../shared/paths.ts'
import { Button } from '../shared/ui/button.tsx'
import type { Device } from '../shared/ui/device-frame.ts'
import { writeCookie } from '../shared/write-cookie.ts'
import { getStep } from './review-call.ts'
import { ReviewComments } from './review-comments.tsx'
import { ReviewFrame } from './review-frame.tsx'
import { useReviewWords } from './review-words.tsx'
import { useReview } from './use-review.ts'

const DAY_S = 86_400
/** If the window is at least this wide (in CSS pixels), the frame starts in the width of a computer screen. */
const WIDE = 1_024

/** Returns the code of the review link, which is in the fragment of the URL. */
const useCode = () =>
  useSyncExternalStore(
    (listener) => {
      window.addEventListener('hashchange', listener)
      return () => window.removeEventListener('hashchange', listener)
    },
    () => location.hash.slice(1),
  )

/** The review page: a frame shows the pages of the draft, and the comments on the current step are beside it. */
export function ReviewPage() {
  const code = useCode()
  return <OpenedLink key={code} code={code} />
}

function OpenedLink({ code }: { code: string }) {
  const { t } = useReviewWords()
  const { review, isEnded, isUnreachable, reload, change } = useReview(code)
  const title = isEnded ? t('review_ended_title') : review ? t('review_title', review.title) : t('review_loading')
  useEffect(() => {
    document.title = title
  }, [title])
  if (isEnded)
    return (
      <main className="review-message">
        <h1>{title}</h1>
        <p>{t('review_ended_text')}</p>
        <p>
          <LanguageField onChoose={() => {}} />
        </p>
      </main>
    )
  if (!review)
    return (
      <main className="review-message">
        <h1 className={isUnreachable ? undefined : 'visually-hidden'}>{title}</h1>
        {isUnreachable ? (
          <div className="notice notice-danger" role="alert">
            <p>{t('review_unreachable')}</p>
            <Button onClick={reload}>{t('review_retry')}</Button>
          </div>
        ) : (
          <p role="status">{title}</p>
        )}
      </main>
    )
  return <Reviewed code={code} review={review} change={change} isUnreachable={isUnreachable} />
}

interface ReviewedProps extends Pick<ReturnType<typeof useReview>, 'change' | 'isUnreachable'> {
  code: string
  review: Review
}

function Reviewed({ code, review, change, isUnreachable }: ReviewedProps) {
  const { t, language } = useReviewWords()
  const [device, setDevice] = useState<Device>(window.innerWidth >= WIDE ? 'desk' : 'phone')
  const [path, setPath] = useState(() => {
    // Sets the form's language to the language of the review page. The cookie has no effect if the form is not
    // available in this language.
    writeCookie(`lang_${code}`, language, DAY_S)
    return { to: paths.home(code) }
  })
  const [shown, setShown] = useState<{ codeTag: string | null; language: string }>({ codeTag: null, language })
  const onShow = useCallback((codeTag: string | null, of: string) => setShown({ codeTag, language: of }), [])
  const codeTag = shown.codeTag ?? review.languages.find(({ lang_code }) => lang_code === shown.language)?.code_tag ?? review.code_tag
  const title = useStepTitle(code, codeTag, review)
  const date = dateFormat(language, { dateStyle: 'long' }).format(Date.parse(review.expires_at))
  async function choose(next: string): Promise<void> {
    writeCookie(`lang_${code}`, next, DAY_S)
    const step = shown.codeTag === null ? undefined : await getStep(code, next, shown.codeTag).catch(() => undefined)
    const sibling = step?.siblings?.[next]
    // When the reviewer chooses a language, the form shows the same step in that language. If the step does not exist
    // there, the form shows its first step. If the form does not have the language, the frame stays on the same step.
    const isOffered = review.languages.some(({ lang_code }) => lang_code === next)
    setPath({
      to: sibling !== undefined ? paths.open(code, sibling) : isOffered || shown.codeTag === null ? paths.home(code) : paths.open(code, shown.codeTag),
    })
  }
  return (
    <div className="review">
      <header className="review-head">
        <div className="review-name">
          <h1>{t('review_title', review.title)}</h1>
          <p className="hint">{t('review_until', review.label, date)}</p>
          <p>{t('review_intro')}</p>
        </div>
        <LanguageField onChoose={(next) => void choose(next)} />
        <fieldset className="review-devices">
          <legend className="visually-hidden">{t('review_device')}</legend>
          {(['phone', 'desk'] as const).map((each) => (
            <Button key={each} aria-pressed={each === device} onClick={() => setDevice(each)}>
              {t(`review_${each}`)}
            </Button>
          ))}
        </fieldset>
      </header>
      {isUnreachable && (
        <p className="notice notice-warning" role="status">
          {t('review_unreachable')}
        </p>
      )}
      <main className="review-columns">
        <ReviewFrame path={path} device={device} onShow={onShow} />
        <ReviewComments review={review} codeTag={codeTag} title={title} change={change} onOpen={(tag) => setPath({ to: paths.open(code, tag) })} />
      </main>
    </div>
  )
}

/** Returns the title of a step; an empty text until it is loaded. */
function useStepTitle(code: string, codeTag: string, { comments }: Review): string {
  const { language } = useReviewWords()
  const [loaded, setLoaded] = useState({ codeTag: '', title: '' })
  useEffect(() => {
    let isCurrent = true
    const show = (title: string) => isCurrent && setLoaded({ codeTag, title })
    // If a step requires a sign-in, the server returns no title. The form in the frame shows the reason.
    getStep(code, language, codeTag).then(
      ({ tag_description }) => show(tag_description),
      () => show(''),
    )
    return () => {
      isCurrent = false
    }
  }, [code, codeTag, language])
  return (loaded.codeTag === codeTag && loaded.title) || (comments.find(({ code_tag }) => code_tag === codeTag)?.step_title ?? '')
}

function LanguageField({ onChoose }: { onChoose: (language: string) => void }) {
  const { t, language, setLanguage } = useReviewWords()
  const id = useId()
  return (
    <span className="field review-language">
      <label htmlFor={id}>{t('review_language')}</label>
      <select
        id={id}
        className="control"
        value={language}
        onChange={({ target: { value } }) => {
          if (!isLanguage(value)) return
          setLanguage(value)
          onChoose(value)
        }}
      >
        {LANGUAGES.map((code) => (
          <option key={code} value={code} lang={code}>
            {nameOf(code)}
          </option>
        ))}
      </select>
    </span>
  )
}

/** Returns the name of a language in that language, with a capital letter. */
function nameOf(code: string): string {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}
