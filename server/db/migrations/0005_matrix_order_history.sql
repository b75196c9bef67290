CREATE OR REPLACE FUNCTION draft_matrix_order() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
	changes draft_changes[];
	draft integer;
BEGIN
	IF change_author() IS NULL THEN RETURN NULL; END IF;
	-- Grouped, not joined: the plan is kept for the connection, and one made for a single row would compare every product
	-- of a matrix with every old row.
	WITH places AS (
		SELECT matrix_id, product_id, (array_agg(position ORDER BY is_new))[1] AS was,
			(array_agg(position ORDER BY is_new DESC))[1] AS is_now
		FROM (
			SELECT matrix_id, product_id, position, false AS is_new FROM old_rows
			UNION ALL
			SELECT matrix_id, product_id, position, true FROM matrix_products
			WHERE matrix_id = ANY (ARRAY (SELECT DISTINCT matrix_id FROM old_rows))
		) states GROUP BY matrix_id, product_id HAVING bool_or(is_new)
	)
	SELECT array_agg(ROW (0, 'matrices', matrix_id, 'products_order', '', was, is_now, now(), NULL)::draft_changes) INTO changes
	FROM (
		SELECT matrix_id, jsonb_agg(product_id ORDER BY was, product_id) AS was,
			jsonb_agg(product_id ORDER BY is_now, product_id) AS is_now
		FROM places GROUP BY matrix_id
	) orders WHERE was <> is_now;
	IF changes IS NULL THEN RETURN NULL; END IF;
	draft := held_draft();
	IF draft IS NOT NULL THEN PERFORM keep_changes(draft, 'matrices', changes); END IF;
	RETURN NULL;
END $$;
