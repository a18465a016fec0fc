import { Pool, type PoolConfig } from 'pg'
import { urlsOfHosts } from '../../apps/server/src/platform/addresses.ts'
import { FollowingClient } from '../../apps/server/src/platform/db/following-client.ts'
import { Servers } from '../../apps/server/src/platform/db/servers.ts'
import { type PatroniCluster, startPatroni } from '../../apps/server/test/patroni.ts'

const OWNER = 'lab'
const OWNER_PASSWORD = 'of the owner'

/** The database of a deployment of the lab in a cluster of Patroni. */
export interface PatroniDatabase {
  cluster: PatroniCluster
  /** The product's login, with all hosts. */
  connection: PoolConfig & { connectionString: string; database: string }
  /** Opens a pool of the superuser, whose connections follow the primary. */
  openOwner: () => Pool
}

/** Starts a cluster in a folder, with an empty database for the product. */
export async function startPatroniDatabase(folder: string): Promise<PatroniDatabase> {
  const cluster = await startPatroni(folder)
  const { user, password } = await cluster.admin()
  const superuser = openFollowingPool(cluster.urlOf(user, password, 'postgres'), 1)
  await superuser.query(`create role ${OWNER} login createrole password '${OWNER_PASSWORD}'`)
  await superuser.query(`create database ${OWNER} owner ${OWNER}`)
  await superuser.end()
  return {
    cluster,
    connection: { connectionString: cluster.urlOf(OWNER, OWNER_PASSWORD, OWNER), database: OWNER },
    openOwner: () => openFollowingPool(cluster.urlOf(user, password, OWNER), 4),
  }
}

/** Opens a pool whose connections go to the primary, if the URL of the database names several hosts. */
export function openFollowingPool(url: string, max: number): Pool {
  const urls = urlsOfHosts(url) ?? []
  return new Pool(
    urls.length < 2
      ? { connectionString: url, max }
      : ({ connectionString: urls[0], servers: new Servers(urls, () => {}), Client: FollowingClient, max } as object),
  )
}
