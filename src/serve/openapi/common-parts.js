/** The parameters that every table has, by their names as components. */
export const PARAMETERS = {
  select: inQuery('select', 'The columns of the answer: a,alias:b,c::text'),
  order: inQuery('order', 'What the rows are ordered by: a,b.desc.nullslast'),
  limit: inQuery('limit', 'At most so many rows', { type: 'integer', minimum: 0 }),
  offset: inQuery('offset', 'So many rows are passed over first', { type: 'integer', minimum: 0 }),
  and: inQuery('and', 'Filters of which all must hold: (a.eq.1,or(b.gt.2,c.is.null))'),
  or: inQuery('or', 'Filters of which one must hold: (a.eq.1,b.gt.2)'),
  range: inHeader('Range', 'Which rows, counted from 0: 0-9'),
  prefer: inHeader('Prefer', 'count=exact or count=planned: how many rows there are'),
};

export const RESPONSES = {
  error: {
    description: 'What went wrong',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['code', 'message', 'details', 'hint'],
          properties: {
            code: { type: 'string', description: 'One of PostgREST (PGRST100), or an SQLSTATE' },
            message: { type: 'string' },
            details: { type: ['string', 'null'] },
            hint: { type: ['string', 'null'] },
          },
        },
      },
    },
  },
};

/**
 * @param {string} name
 * @param {string} description
 * @param {object} schema
 */
function inQuery(name, description, schema = { type: 'string' }) {
  return { name, in: 'query', description, schema };
}

/**
 * @param {string} name
 * @param {string} description
 */
function inHeader(name, description) {
  return { name, in: 'header', description, schema: { type: 'string' } };
}
