-- The triggers of records that ask for a history are made at each start (server/drafts/historyTriggers.ts).
DROP TRIGGER IF EXISTS draft_products_added ON "products";--> statement-breakpoint
DROP TRIGGER IF EXISTS draft_products_changed ON "products";--> statement-breakpoint
DROP TRIGGER IF EXISTS draft_products_removed ON "products";--> statement-breakpoint
DROP TRIGGER IF EXISTS draft_models_added ON "models";--> statement-breakpoint
DROP TRIGGER IF EXISTS draft_models_changed ON "models";--> statement-breakpoint
DROP TRIGGER IF EXISTS draft_models_removed ON "models";--> statement-breakpoint
DROP TRIGGER IF EXISTS draft_matrices_added ON "matrices";--> statement-breakpoint
DROP TRIGGER IF EXISTS draft_matrices_changed ON "matrices";--> statement-breakpoint
DROP TRIGGER IF EXISTS draft_matrices_removed ON "matrices";--> statement-breakpoint
DROP TRIGGER IF EXISTS draft_product_models_added ON "product_models";--> statement-breakpoint
DROP TRIGGER IF EXISTS draft_product_models_removed ON "product_models";--> statement-breakpoint
DROP TRIGGER IF EXISTS draft_model_products_added ON "product_models";--> statement-breakpoint
DROP TRIGGER IF EXISTS draft_model_products_removed ON "product_models";--> statement-breakpoint
DROP TRIGGER IF EXISTS draft_product_categories_added ON "product_categories";--> statement-breakpoint
DROP TRIGGER IF EXISTS draft_product_categories_removed ON "product_categories";--> statement-breakpoint
DROP TRIGGER IF EXISTS draft_model_categories_added ON "model_categories";--> statement-breakpoint
DROP TRIGGER IF EXISTS draft_model_categories_removed ON "model_categories";--> statement-breakpoint
DROP TRIGGER IF EXISTS draft_product_prices_added ON "product_prices";--> statement-breakpoint
DROP TRIGGER IF EXISTS draft_product_prices_changed ON "product_prices";--> statement-breakpoint
DROP TRIGGER IF EXISTS draft_product_prices_removed ON "product_prices";
