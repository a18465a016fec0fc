import type { Home } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { places } from '../../address.ts'
import { manage } from '../../call.ts'
import { useRecentForms } from '../../recent-forms.ts'
import { useDateTimeFormat } from '../../ui/date-time-format.ts'
import { Loading } from '../../ui/lazy-part.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { actionPhrase } from '../audit/action-phrase.ts'
import { AttentionList } from './attention-list.tsx'

const REFRESH_MS = 60_000

/** First view after the sign-in: what needs the operator, the requests of the last days, recent forms and the latest changes. */
export default function HomeView() {
  const { t } = useWords()
  const messages = useMessages()
  const may = usePermissions()
  const { recent } = useRecentForms()
  const source = useQuery({
    queryKey: ['home'],
    queryFn: ({ signal }) => manage<Home>('GET', '/home', { signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  })
  const home = source.data
  return (
    <div className="home">
      {source.error && (
        <div className="notice notice-danger" role="alert">
          <p>{messages(source.error).join(' ')}</p>
          <Button onClick={() => void source.refetch()}>{t('try_again')}</Button>
        </div>
      )}
      {source.isPending && <Loading />}
      {home && (
        <>
          <Part title={t('home_attention')}>
            <AttentionList home={home} />
          </Part>
          <Part title={t('home_requests')}>
            <Figures forms={home.forms} more={home.more} />
          </Part>
          {recent.length > 0 && (
            <Part title={t('home_recent')}>
              <ul className="home-recent">
                {recent.map((code) => (
                  <li key={code}>
                    <Link to={places.management} search={{ view: 'forms', 'f.code': code }}>
                      {code}
                    </Link>
                  </li>
                ))}
              </ul>
            </Part>
          )}
          {may.change && (
            <Part title={t('home_changes')}>
              <Changes changes={home.changes} />
            </Part>
          )}
        </>
      )}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="home-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** Table of the forms with the most requests; each form links to its requests. */
function Figures({ forms, more }: Pick<Home, 'forms' | 'more'>) {
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
                  <Link to={places.management} search={{ view: 'requests', 'f.form': form }}>
                    {description || form}
                  </Link>
                  {description && <span className="hint"> {form}</span>}
                </th>
                {Object.entries({ today, yesterday, week }).map(([when, count]) => (
                  <td key={when}>{count.toLocaleString(language)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more && <p className="hint">{t('home_more')}</p>}
      <Link to={places.management} search={{ view: 'requests' }}>
        {t('home_all_requests')}
      </Link>
    </>
  )
}

function Changes({ changes }: Pick<Home, 'changes'>) {
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
      <Link to={places.management} search={{ view: 'audit' }}>
        {t('home_all_changes')}
      </Link>
    </>
  )
}
