import type { Home } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from '../../../shared/ui/button.tsx'
import { usePermissions } from '../../account.ts'
import { places } from '../../address.ts'
import { manage } from '../../call.ts'
import { useRecentForms } from '../../recent-forms.ts'
import { Loading } from '../../ui/lazy-part.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'
import { NewFormButton } from '../editor/new-form-button.tsx'
import { AttentionList } from './attention-list.tsx'
import { Changes, Figures, Part } from './home-parts.tsx'

const REFRESH_MS = 60_000

/**
 * Home view, which operators see first after the sign-in. It shows problems that need attention, the requests of the
 * last days, recently opened forms and the latest changes.
 */
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
          <div className="home-new">
            <NewFormButton />
          </div>
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
                    <Link to={places.management} search={{ view: 'forms', form: code }}>
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
