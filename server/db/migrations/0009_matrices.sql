CREATE TABLE "matrices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "matrices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" integer,
	"name" text collate "und-x-icu" NOT NULL,
	"code" text collate "und-x-icu",
	"status" text DEFAULT 'draft' NOT NULL,
	"author" integer,
	"products_count" integer DEFAULT 0 NOT NULL,
	"starts_on" date,
	"ends_on" date,
	"access" jsonb DEFAULT '{"users":[],"roles":[]}'::jsonb NOT NULL,
	"search" text GENERATED ALWAYS AS (replace(lower((coalesce("name", '') || E'\n' || coalesce("code", '')) collate "und-x-icu"), 'ё', 'е')) STORED
);
--> statement-breakpoint
CREATE TABLE "matrix_products" (
	"matrix_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "matrix_products_matrix_id_product_id_pk" PRIMARY KEY("matrix_id","product_id")
);
--> statement-breakpoint
ALTER TABLE "matrix_products" ADD CONSTRAINT "matrix_products_matrix_id_matrices_id_fk" FOREIGN KEY ("matrix_id") REFERENCES "public"."matrices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matrix_products" ADD CONSTRAINT "matrix_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "matrices_code_unique" ON "matrices" USING btree ("code");--> statement-breakpoint
CREATE INDEX "matrices_name_sort" ON "matrices" USING btree ("name" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "matrices_code_sort" ON "matrices" USING btree ("code" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "matrices_status_sort" ON "matrices" USING btree ("status" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "matrices_products_count_sort" ON "matrices" USING btree ("products_count" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "matrices_starts_on_sort" ON "matrices" USING btree ("starts_on" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "matrices_ends_on_sort" ON "matrices" USING btree ("ends_on" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "matrices_updated_at_sort" ON "matrices" USING btree ("updated_at" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "matrices_created_at_sort" ON "matrices" USING btree ("created_at" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "matrices_author_filter" ON "matrices" USING btree ("author" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "matrices_search" ON "matrices" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "matrix_products_position" ON "matrix_products" USING btree ("matrix_id","position","product_id");--> statement-breakpoint
CREATE INDEX "matrix_products_product" ON "matrix_products" USING btree ("product_id");--> statement-breakpoint
CREATE FUNCTION count_matrix_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE matrices SET products_count = products_count + changed.difference
	FROM (
		SELECT matrix_id, (CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END) * count(*) AS difference
		FROM touched GROUP BY matrix_id
	) changed
	WHERE matrices.id = changed.matrix_id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER matrix_products_added AFTER INSERT ON "matrix_products" REFERENCING NEW TABLE AS touched
	FOR EACH STATEMENT EXECUTE FUNCTION count_matrix_products();--> statement-breakpoint
CREATE TRIGGER matrix_products_removed AFTER DELETE ON "matrix_products" REFERENCING OLD TABLE AS touched
	FOR EACH STATEMENT EXECUTE FUNCTION count_matrix_products();
