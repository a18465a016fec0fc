import type { Home } from '@sportello/contract'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { places } from '../../address.ts'
import { useDateTimeFormat } from '../../ui/date-time-format.ts'
import { useWords } from '../../words.tsx'
import { actionPhrase } from '../audit/action-phrase.ts'

/** Card with a heading, used in the home view and in a form's workspace. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="home-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

interface OneForm {
  /** Code of the form to which the card is limited. If undefined, the card covers all forms. */
  form?: string
}

/**
 * Table with the numbers of requests per form. The name of a form links to its workspace; each number links to the list
 * of those requests.
 */
export function Figures({ forms, more, form: only }: Pick<Home, 'forms' | 'more'> & OneForm) {
  const { t, language } = useWords()
  if (forms.length === 0) return <p className="hint">{t('home_no_requests')}</p>
  return (
    <>
      <div className="small-table">
        <table aria-label={t('home_requests')}>
          <thead>
            <tr>
              <th scope="col">{t('request_form')}</th>
              <th scope="col">{t('home_today')}</th>
              <th scope="col">{t('home_yesterday')}</th>
              <th scope="col">{t('home_week')}</th>
            </tr>
          </thead>
          <tbody>
            {forms.map(({ form, description, today, yesterday, week }) => (
              <tr key={form}>
                <th scope="row">
                  <Link to={places.management} search={{ view: 'forms', form }}>
                    {description || form}
                  </Link>
                  {description && <span className="hint"> {form}</span>}
                </th>
                <td>{today.toLocaleString(language)}</td>
                <td>{yesterday.toLocaleString(language)}</td>
                <td>
                  <Link
                    to={places.management}
                    search={{ view: 'requests', 'f.form': form }}
                    aria-label={`${week.toLocaleString(language)}, ${t('view_requests')}: ${description || form}`}
                  >
                    {week.toLocaleString(language)}
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more && <p className="hint">{t('home_more')}</p>}
      <Link to={places.management} search={{ view: 'requests', ...(only !== undefined && { 'f.form': only }) }}>
        {t('home_all_requests')}
      </Link>
    </>
  )
}

/** List of the operators' latest changes. */
export function Changes({ changes, form: only }: Pick<Home, 'changes'> & OneForm) {
  const { t } = useWords()
  const formatDateTime = useDateTimeFormat()
  if (changes.length === 0) return <p className="hint">{t('home_no_changes')}</p>
  return (
    <>
      <ul className="home-lines">
        {changes.map(({ id, timestamp, operator, action, subject }) => {
          const phrase = actionPhrase(action)
          return (
            <li key={id}>
              <span>
                {phrase ? t(phrase) : action}: <span className="code">{subject}</span>
              </span>
              <span className="hint">
                {operator || t('audit_system')}, {formatDateTime(timestamp)}
              </span>
            </li>
          )
        })}
      </ul>
      <Link to={places.management} search={{ view: 'audit', ...(only !== undefined && { 'f.subject': only }) }}>
        {t('home_all_changes')}
      </Link>
    </>
  )
}
